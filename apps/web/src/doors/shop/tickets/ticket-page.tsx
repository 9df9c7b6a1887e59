import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Card, Crumbs, ErrorState, LoadingState, Money, StatusBadge, TicketCard, type TicketLine, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestQuery, productsQuery, ticketQuery } from '../../../api/queries.ts';
import { drawResultOf, finishOf } from '../../../api/result-shape.ts';
import type { Contest, MatrixDefinition, Ticket } from '../../../api/wire.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { lineLetter } from '../slip/slip.ts';
import { useContestName } from '../use-contest-name.ts';
import { useWords } from '../use-words.ts';
import { markLine } from './line-marks.ts';
import { ticketStatus, wonCents } from './ticket-outcome.ts';
import { TicketProofCard } from './ticket-proof-card.tsx';
import { TicketResult } from './ticket-result.tsx';

export function TicketPage() {
  return <SignedIn kinds={['player']}>{() => <Shown />}</SignedIn>;
}

function Shown() {
  const { ticketId } = useParams({ strict: false });
  const ticket = useQuery({ ...ticketQuery(ticketId ?? ''), refetchInterval: 15_000 });
  const contestId = ticket.data?.contests[0]?.id;
  const contest = useQuery({ ...contestQuery(contestId ?? ''), enabled: contestId !== undefined });
  const products = useQuery(productsQuery);
  const failed = ticket.error ?? contest.error;
  if (failed) return <ErrorState problem={shownProblem(failed)} />;
  if (!ticket.data || !contest.data) return <LoadingState />;
  const found = products.data?.find((product) => product.versionId === ticket.data.product.versionId)?.definition;
  return <TicketView ticket={ticket.data} contest={contest.data} definition={found && 'panels' in found ? found : null} />;
}

function TicketView(props: { ticket: Ticket; contest: Contest; definition: MatrixDefinition | null }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const nameOf = useContestName();
  const { ticket, contest, definition } = props;
  const name = words(ticket.product.names);
  const drawn = drawResultOf(contest.result?.result);
  const [winners = []] = finishOf(contest.result?.result) ?? [];
  const won = wonCents(ticket);
  const status = ticketStatus(ticket);
  const { wager } = ticket;

  const lines: readonly TicketLine[] =
    wager.kind === 'draw'
      ? wager.lines.map((line, index) => ({
          label: lineLetter(index),
          numbers: markLine(line, drawn ?? { panels: {}, bonuses: {} }, definition).numbers.map(({ number, mark }) => ({
            text: String(number).padStart(2, '0'),
            mark: drawn === null || mark === 'missed' ? 'none' : mark === 'matched' ? 'hit' : 'bonus',
          })),
        }))
      : (wager.selections.runners ?? []).map((runner) => ({
          label: String(runner),
          numbers: [
            {
              text: contest.event?.runners.find((other) => other.number === runner)?.name ?? String(runner),
              mark: winners.includes(runner) ? 'hit' : 'none',
            },
          ],
        }));

  return (
    <>
      <Crumbs crumbs={[{ href: '/tickets', label: t('tickets.mine') }, { label: nameOf(contest) }]} />
      <h1 className="sr-only">{nameOf(contest)}</h1>
      <div className="mt-3 grid items-start gap-4 md:grid-cols-[364px_minmax(0,1fr)] md:gap-8">
        <div className="max-md:row-start-2 md:sticky md:top-32">
          <TicketCard
            product={name}
            head={[
              { id: 'number', label: t('ticket.draw'), value: contest.number },
              { id: 'date', label: t('ticket.date'), value: format.moment(contest.drawsAt, 'date') },
              { id: 'time', label: t('ticket.time'), value: format.moment(contest.drawsAt, 'time') },
            ]}
            lines={lines}
            priceLabel={
              wager.kind === 'draw' ? t('ticket.price', { count: wager.lines.length, draws: ticket.contests.length }) : t('ticket.bet')
            }
            price={<Money minor={ticket.priceCents} />}
            facts={[
              { id: 'bought', label: t('ticket.bought'), value: format.moment(ticket.soldAt, 'full') },
              { id: 'channel', label: t('ticket.channel'), value: t(`ticket.channels.${ticket.channel}`) },
              ...(ticket.product.registrationNumber
                ? [{ id: 'registration', label: t('ticket.registration'), value: ticket.product.registrationNumber }]
                : []),
              { id: 'collect', label: t('ticket.collect'), value: t('ticket.collectOnline') },
            ]}
            serial={ticket.serial}
            qrText={ticket.serial ?? undefined}
            foot={t('ticket.foot')}
          />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-md:contents">
          <Card className={won > 0n ? 'border-l-[6px] border-l-good max-md:row-start-1' : 'max-md:row-start-1'}>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div>
                <p className="text-ink-2">
                  {t(won > 0n ? 'ticket.hasWon' : ticket.state === 'cancelled' ? 'ticket.cancelled' : `ticket.is.${status}`, {
                    defaultValue: t('ticket.waiting'),
                  })}
                </p>
                {won > 0n ? (
                  <p className="figure mt-1 text-3xl" data-testid="won">
                    <Money minor={won} />
                  </p>
                ) : null}
              </div>
              <div className="grid justify-items-end gap-1 text-sm text-ink-2 max-md:justify-items-start">
                <StatusBadge status={status} />
                {won > 0n ? <span>{t('ticket.toBalance')}</span> : null}
              </div>
            </div>
          </Card>
          {contest.result ? <TicketResult ticket={ticket} contest={contest} definition={definition} /> : null}
          {contest.seal ? (
            <TicketProofCard ticket={ticket} contest={contest} />
          ) : (
            <Card title={t('proof.title')}>
              <p className="text-ink-2">{t('proof.later')}</p>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
