import { BallRow, Card, NumberBall, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { drawResultOf } from '../../../api/result-shape.ts';
import type { Contest, MatrixDefinition, Ticket } from '../../../api/wire.ts';
import { ResultNumbers } from '../results/result-numbers.tsx';
import { lineLetter } from '../slip/slip.ts';
import { useTierName } from '../use-tier-name.ts';
import { markLine } from './line-marks.ts';

const kinds = { matched: 'matched', bonus: 'bonus', missed: 'missed' } as const;

/** The result with each line's hits: gold and a tick for matched, a diamond for the bonus number, grey for the rest. */
export function TicketResult(props: { ticket: Ticket; contest: Contest; definition: MatrixDefinition | null }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const tierName = useTierName();
  const { ticket, contest, definition } = props;
  const { wager } = ticket;
  const drawn = drawResultOf(contest.result?.result);
  if (!contest.result) return null;
  return (
    <Card
      title={contest.event ? t('result.title') : t('result.ofDraw', { number: contest.number })}
      aside={<StatusBadge status="certified" />}
    >
      <ResultNumbers contest={contest} large />
      {wager.kind === 'draw' && drawn ? (
        <>
          <h3 className="sr-only">{t('result.yourNumbers')}</h3>
          <ol className="mt-4">
            {wager.lines.map((line, index) => {
              const letter = lineLetter(index);
              const marked = markLine(line, drawn, definition);
              return (
                <li key={letter} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
                  <b className="w-6">{letter}</b>
                  <BallRow label={t('slip.line', { letter })}>
                    {marked.numbers.map(({ panel, number, mark }) => (
                      <span key={`${panel}-${number}`} className="mr-1">
                        <NumberBall number={number} size="small" kind={kinds[mark]} />
                      </span>
                    ))}
                  </BallRow>
                  <span className="ml-auto text-ink-2">
                    {t('result.hits', { count: marked.hits })}
                    {marked.bonusHits > 0 ? ` + ${t('result.bonusShort')}` : ''}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      ) : null}
      <p className="mt-3 text-sm text-ink-2">
        {ticket.contests[0]?.shares.length
          ? ticket.contests[0].shares.map((share) => t('result.share', { shares: share.count, tier: tierName(share.tier) })).join(' · ')
          : t('result.noShare')}{' '}
        · {t('result.certifiedAt', { time: format.moment(contest.result.certifiedAt, 'day-time') })} ·{' '}
        <TextLink href={`/results/${contest.id}`}>{t('result.prizesAndProofs')}</TextLink>
      </p>
    </Card>
  );
}
