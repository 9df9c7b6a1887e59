import { useQuery } from '@tanstack/react-query';
import { Button, ErrorState, Hash, InclusionProof, LoadingState, TextLink, useFormat } from '@valira/ui';
import { Download } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { proofQuery } from '../../../api/queries.ts';
import type { Contest, Ticket } from '../../../api/wire.ts';
import { checkProof } from './proof-check.ts';
import { saveFile } from './save-file.ts';

/** Fetches the proof and checks it here, against the root that was published at the seal. */
export function TicketProofCard(props: { ticket: Ticket; contest: Contest }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { ticket, contest } = props;
  const seal = contest.seal;
  const root = seal?.root ?? '';
  const proof = useQuery({ ...proofQuery(ticket.id, contest.id), enabled: seal !== null });
  const check = useQuery({
    queryKey: ['proof-check', ticket.id, contest.id, root],
    queryFn: () => (proof.data ? checkProof(proof.data, root) : Promise.reject(new Error('no proof yet'))),
    enabled: proof.data !== undefined && root !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (seal === null) return null;
  if (proof.isError) return <ErrorState problem={shownProblem(proof.error)} />;
  if (!proof.data) return <LoadingState rows={1} />;

  const { data } = check;
  // What counts is when the result came, not when it was announced for.
  const resultAt = contest.steps.find((step) => step.step === 'drawn' || step.step === 'result-entered')?.at ?? null;
  const inOrder = seal.sealedAt >= contest.closesAt && (resultAt === null || seal.sealedAt <= resultAt);
  const sentences = [
    {
      id: 'before',
      holds: inOrder,
      text: (
        <Trans
          t={t}
          i18nKey={resultAt === null ? 'proof.beforeOpen' : 'proof.before'}
          values={{
            closed: format.moment(contest.closesAt, 'time-seconds'),
            sealed: format.moment(seal.sealedAt, 'time-seconds'),
            drawn: resultAt === null ? '' : format.moment(resultAt, 'time-seconds'),
          }}
          components={{ b: <b /> }}
        />
      ),
    },
    {
      id: 'root',
      holds: data?.included ?? false,
      text: (
        <>
          {t(data?.included === false ? `proof.why.${data.why}` : 'proof.rootSame')} <Hash value={root} label={t('proof.rootName')} />
        </>
      ),
    },
    {
      id: 'control',
      holds: seal.countersignature !== null,
      text: seal.countersignature
        ? t('proof.control', { time: format.moment(seal.countersignature.at, 'time-seconds') })
        : t('proof.noControl'),
    },
  ];
  return (
    <InclusionProof
      title={t('proof.title')}
      state={data ? (data.included ? 'valid' : 'invalid') : 'pending'}
      sides={data?.sides ?? []}
      leaf={
        <>
          <b className="text-md text-ink">{t('proof.yours')}</b>
          <span>{t('proof.leaf', { index: format.count(proof.data.index + 1), leaves: format.count(proof.data.leaves) })}</span>
        </>
      }
      middle={data ? t('proof.joins', { count: data.sides.length, ms: format.decimal(Math.max(0.1, data.tookMs)) }) : null}
      root={
        <>
          <b className="text-md text-ink">{t('proof.rootTitle')}</b>
          <span>{t('proof.published', { time: format.moment(seal.sealedAt, 'time-seconds') })}</span>
        </>
      }
      sentences={sentences}
      actions={
        <>
          <Button onPress={() => saveFile(`${ticket.id}-proof.json`, JSON.stringify(proof.data, null, 2))}>
            <Download aria-hidden="true" className="icon" />
            {t('proof.download')}
          </Button>
          <TextLink href={`/results/${contest.id}`}>{t('proof.how')}</TextLink>
        </>
      }
    />
  );
}
