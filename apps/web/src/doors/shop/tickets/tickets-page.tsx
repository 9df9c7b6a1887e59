import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LinkButton, LoadingState, Money, PageHead, StatusBadge, useFormat, useServerNow } from '@valira/ui';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { ticketsQuery } from '../../../api/queries.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { useWords } from '../use-words.ts';
import { ticketStatus, wonCents } from './ticket-outcome.ts';
import { useWagerWords } from './use-wager-words.ts';

export function TicketsPage() {
  const { t } = useTranslation('shop');
  return (
    <>
      <PageHead title={t('tickets.mine')} lead={t('tickets.lead')} />
      <SignedIn kinds={['player']}>{() => <TicketList />}</SignedIn>
    </>
  );
}

function TicketList() {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const wagerWords = useWagerWords();
  const now = useServerNow(30_000);
  const tickets = useQuery(ticketsQuery);
  if (tickets.isError) return <ErrorState problem={shownProblem(tickets.error)} />;
  if (!tickets.data) return <LoadingState />;
  if (tickets.data.length === 0) {
    return <EmptyState action={<LinkButton href="/">{t('tickets.today')}</LinkButton>}>{t('tickets.none')}</EmptyState>;
  }
  return (
    <ol className="grid gap-3">
      {tickets.data.map((ticket) => {
        const won = wonCents(ticket);
        const [first] = ticket.contests;
        return (
          <li key={ticket.id}>
            <Link
              href={`/tickets/${ticket.id}`}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-3 border border-line bg-surface px-4 py-3 text-ink no-underline hover:border-line-strong md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_8rem_7rem] md:px-5"
            >
              <b>
                {words(ticket.product.names)} · {first?.number}
                {ticket.contests.length > 1 ? ` +${ticket.contests.length - 1}` : ''}
              </b>
              <span className="text-sm text-ink-2 max-md:row-start-2">
                {wagerWords(ticket.wager)}
                {first ? ` · ${format.dayTime(first.drawsAt, now)}` : ''}
              </span>
              <span className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
                <StatusBadge status={ticketStatus(ticket)} />
              </span>
              <span className="text-right font-bold max-md:col-start-2 max-md:row-start-2">
                {won > 0n ? <Money minor={won} signed className="text-good-ink" /> : <Money minor={ticket.priceCents} />}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
