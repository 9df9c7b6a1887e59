import { BallRow, Card, CheckList, FactRows, Notice, NumberBall, StatusBadge, useFormat } from '@valira/ui';
import type { FindingCode } from '@valira/verifier';
import { useTranslation } from 'react-i18next';
import type { Verified } from './run-verifier.ts';

const STEPS = ['record', 'seal', 'tickets', 'receipts', 'numbers', 'money'] as const;

/** The step of each finding; every code has one, or a failed report would show every step as held. */
const STEP_OF: Readonly<Record<FindingCode, (typeof STEPS)[number]>> = {
  file_malformed: 'record',
  document_not_canonical: 'record',
  document_malformed: 'record',
  record_signature_wrong: 'record',
  definition_hash_wrong: 'record',
  seal_signature_wrong: 'seal',
  seal_mismatch: 'seal',
  countersignature_wrong: 'seal',
  countersignature_mismatch: 'seal',
  keys_not_separate: 'seal',
  key_not_trusted: 'seal',
  leaves_malformed: 'tickets',
  root_wrong: 'tickets',
  count_wrong: 'tickets',
  stake_sum_wrong: 'tickets',
  ticket_twice: 'tickets',
  receipt_signature_wrong: 'receipts',
  receipt_chain_broken: 'receipts',
  receipt_missing: 'receipts',
  receipt_mismatch: 'receipts',
  times_out_of_order: 'receipts',
  announcement_signature_wrong: 'numbers',
  announcement_mismatch: 'numbers',
  mapping_impossible: 'numbers',
  mapping_mismatch: 'numbers',
  commitments_incomplete: 'numbers',
  commitment_wrong: 'numbers',
  beacon_mismatch: 'numbers',
  beacon_value_wrong: 'numbers',
  beacon_too_early: 'numbers',
  fallback_wrong: 'numbers',
  redraw_wrong: 'numbers',
  numbers_wrong: 'numbers',
  generator_log_broken: 'numbers',
  generator_call_spare: 'numbers',
  generator_output_wrong: 'numbers',
  label_wrong: 'numbers',
  people_not_separate: 'numbers',
  result_malformed: 'money',
  winners_wrong: 'money',
  lines_malformed: 'money',
  dividend_wrong: 'money',
  money_wrong: 'money',
};

/** What the verifier found, step by step, in words; its own codes beside each finding. */
export function BundleReportView(props: { verified: Verified }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { report, tookMs } = props.verified;
  const failed = new Set(report.findings.map(({ code }) => STEP_OF[code]));
  return (
    <Card title={t('verify.report')} aside={<StatusBadge status={report.passed ? 'valid' : 'invalid'} />}>
      <p className="mb-3 text-ink-2" aria-live="polite">
        {t(report.passed ? 'verify.passed' : 'verify.failed', { seconds: format.decimal(tookMs / 1000) })}
      </p>
      {report.subject ? (
        <>
          <FactRows
            className="mb-4"
            facts={[
              { id: 'subject', label: t('verify.subject'), value: <code className="font-mono text-sm">{report.subject.subjectId}</code> },
              { id: 'tickets', label: t('verify.tickets'), value: format.count(report.subject.tickets) },
              { id: 'stake', label: t('verify.stake'), value: format.money(BigInt(report.subject.stakeCents)) },
            ]}
          />
          {report.subject.numbers.length > 0 ? (
            <div className="mb-4">
              <BallRow label={t('result.drawnNumbers')}>
                {report.subject.numbers.flatMap((panel, index) =>
                  panel.numbers.map((number) => (
                    <NumberBall key={`${panel.name}-${number}`} number={number} kind={index === 0 ? 'drawn' : 'bonus'} />
                  )),
                )}
              </BallRow>
            </div>
          ) : null}
          {report.subject.demo ? <Notice className="mb-4">{t('verify.demo')}</Notice> : null}
        </>
      ) : null}
      <CheckList
        sentences={STEPS.filter((step) => step !== 'numbers' || failed.has(step) || !report.notChecked.includes('numbers')).map((step) => ({
          id: step,
          holds: !failed.has(step) && report.subject !== null,
          text: t(`verify.step.${step}`),
        }))}
      />
      {report.findings.length > 0 ? (
        <ul className="mt-4 grid gap-1 rounded-2 bg-bad-soft px-4 py-3 text-sm">
          {report.findings.slice(0, 20).map((finding) => (
            <li key={`${finding.code}-${finding.where}-${finding.detail}`} className="break-words">
              <code className="font-mono">{finding.code}</code> · {finding.where} {finding.detail}
            </li>
          ))}
        </ul>
      ) : null}
      {report.notChecked.length > 0 ? (
        <p className="mt-4 text-sm text-ink-3">{report.notChecked.map((what) => t(`verify.notChecked.${what}`)).join(' ')}</p>
      ) : null}
    </Card>
  );
}
