import { BallRow, Card, CheckList, FactRows, Notice, NumberBall, StatusBadge, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Verified } from './run-verifier.ts';

const STEPS = [
  {
    id: 'record',
    codes: ['file_malformed', 'document_not_canonical', 'document_malformed', 'record_signature_wrong', 'definition_hash_wrong'],
  },
  {
    id: 'seal',
    codes: [
      'seal_signature_wrong',
      'seal_mismatch',
      'countersignature_wrong',
      'countersignature_mismatch',
      'keys_not_separate',
      'key_not_trusted',
    ],
  },
  { id: 'tickets', codes: ['leaves_malformed', 'root_wrong', 'count_wrong', 'stake_sum_wrong', 'ticket_twice'] },
  {
    id: 'receipts',
    codes: ['receipt_signature_wrong', 'receipt_chain_broken', 'receipt_missing', 'receipt_mismatch', 'times_out_of_order'],
  },
  {
    id: 'numbers',
    codes: [
      'announcement_signature_wrong',
      'announcement_mismatch',
      'mapping_impossible',
      'mapping_mismatch',
      'commitments_incomplete',
      'commitment_wrong',
      'beacon_mismatch',
      'beacon_value_wrong',
      'beacon_too_early',
      'fallback_wrong',
      'numbers_wrong',
      'generator_log_broken',
      'generator_call_spare',
      'generator_output_wrong',
      'label_wrong',
      'people_not_separate',
    ],
  },
  { id: 'money', codes: ['result_malformed', 'winners_wrong', 'lines_malformed', 'dividend_wrong', 'money_wrong'] },
] as const;

/** What the verifier found, step by step, in words; its own codes beside each finding. */
export function BundleReportView(props: { verified: Verified }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { report, tookMs } = props.verified;
  const met = new Set<string>(report.findings.map(({ code }) => code));
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
        sentences={STEPS.filter(
          (step) => !(step.id === 'numbers' && report.notChecked.includes('numbers') && !step.codes.some((code) => met.has(code))),
        ).map((step) => ({
          id: step.id,
          holds: !step.codes.some((code) => met.has(code)) && report.subject !== null,
          text: t(`verify.step.${step.id}`),
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
