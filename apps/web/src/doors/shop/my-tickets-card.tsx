import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, LinkButton, LoadingState, Money, StatusBadge, TextLink } from '@valira/ui';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { ticketsQuery } from '../../api/queries.ts';
import { ticketStatus, wonCents } from './tickets/ticket-outcome.ts';
import { useWagerWords } from './tickets/use-wager-words.ts';
import { useWords } from './use-words.ts';

/** The latest tickets with what became of them. */
export function MyTicketsCard() {
  const { t } = useTranslation('shop');
  const words = useWords();
  const wagerWords = useWagerWords();
  const tickets = useQuery(ticketsQuery);
  return (
    <Card
      title={t('tickets.mine')}
      aside={
        <TextLink href="/tickets" className="text-sm">
          {t('tickets.all')}
        </TextLink>
      }
    >
      {tickets.isError ? <ErrorState problem={shownProblem(tickets.error)} /> : null}
      {tickets.isPending ? <LoadingState /> : null}
      {tickets.data?.length === 0 ? <EmptyState>{t('tickets.none')}</EmptyState> : null}
      <ol>
        {tickets.data?.slice(0, 4).map((ticket) => {
          const won = wonCents(ticket);
          return (
            <li key={ticket.id} className="border-t border-line first:border-t-0">
              <Link href={`/tickets/${ticket.id}`} className="flex justify-between gap-3 rounded-1 py-3 text-ink no-underline">
                <span className="grid">
                  <b className="font-medium">
                    {words(ticket.product.names)} · {ticket.contests[0]?.number}
                  </b>
                  <span className="text-sm text-ink-3">{wagerWords(ticket.wager)}</span>
                </span>
                <span className="grid justify-items-end gap-0.5">
                  {won > 0n ? (
                    <b className="text-good-ink">
                      <Money minor={won} signed />
                    </b>
                  ) : (
                    <b>
                      <Money minor={ticket.priceCents} />
                    </b>
                  )}
                  <StatusBadge status={ticketStatus(ticket)} />
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** For who is not signed in: what an account is for, and the way in. */
export function WelcomeCard() {
  const { t } = useTranslation('shop');
  return (
    <Card title={t('home.welcome')}>
      <p className="mb-4 text-ink-2">{t('home.welcomeLead')}</p>
      <LinkButton wide href="/sign-in">
        {t('signIn.enter')}
      </LinkButton>
      <p className="mt-4 text-sm text-ink-3">{t('home.proofs')}</p>
    </Card>
  );
}
