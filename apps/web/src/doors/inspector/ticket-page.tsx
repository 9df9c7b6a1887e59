import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  ErrorState,
  FactRows,
  Hash,
  LoadingState,
  Money,
  PageHead,
  StatusBadge,
  TextInput,
  TextLink,
  useFormat,
} from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import type { Ticket } from '../../api/wire.ts';
import { lineLetter } from '../shop/slip/slip.ts';
import { ticketStatus } from '../shop/tickets/ticket-outcome.ts';
import { useWords } from '../shop/use-words.ts';
import { inspectedTicketQuery } from './inspector-api.ts';

/** Any ticket, by the number printed on it or by its id. */
export function InspectedTicketPage() {
  const { t } = useTranslation('inspector');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const found = useQuery(inspectedTicketQuery(asked));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(typed.trim());
  };
  return (
    <>
      <PageHead dense title={t('frame.door.tickets')} lead={t('ticket.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[360px_minmax(0,1fr)]">
        <Card dense>
          <form onSubmit={ask} className="grid gap-3">
            <TextInput
              label={t('ticket.number')}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              inputClassName="font-mono"
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" look="primary" isDisabled={typed.trim() === ''}>
              {t('ticket.find')}
            </Button>
          </form>
        </Card>
        {asked !== '' && found.isPending ? <LoadingState rows={1} /> : null}
        {found.isError ? <ErrorState problem={shownProblem(found.error)} /> : null}
        {found.data ? <Found ticket={found.data.ticket} accountId={found.data.accountId} /> : null}
      </div>
    </>
  );
}

function Found(props: { ticket: Ticket; accountId: string }) {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const words = useWords();
  const { ticket } = props;
  const { wager } = ticket;
  const play =
    wager.kind === 'draw'
      ? wager.lines
          .map(
            (line, index) =>
              `${lineLetter(index)} ${Object.values(line)
                .map((panel) => panel.join(' '))
                .join(' + ')}`,
          )
          .join(' / ')
      : (wager.selections.runners ?? []).join(', ');
  return (
    <Card dense title={words(ticket.product.names)} aside={<StatusBadge status={ticketStatus(ticket)} />}>
      <FactRows
        facts={[
          ...ticket.contests.map((contest) => ({
            id: contest.id,
            label: <TextLink href={`/inspector/records/${contest.id}`}>{`${t('record.draw')} ${contest.number}`}</TextLink>,
            value: <StatusBadge status={contest.state} />,
          })),
          { id: 'play', label: t('ticket.play'), value: <span className="font-mono">{play}</span> },
          { id: 'price', label: t('ticket.price'), value: <Money minor={ticket.priceCents} /> },
          { id: 'prize', label: t('ticket.prize'), value: <Money minor={ticket.prizeCents} /> },
          { id: 'sold', label: t('ticket.sold'), value: format.moment(ticket.soldAt, 'full') },
          ...(ticket.paid ? [{ id: 'paid', label: t('ticket.paid'), value: format.moment(ticket.paid.at, 'full') }] : []),
          { id: 'channel', label: t('ticket.channel'), value: ticket.channel },
          { id: 'account', label: t('ticket.account'), value: <span className="font-mono">{props.accountId}</span> },
          { id: 'hash', label: t('ticket.hash'), value: <Hash value={ticket.hash} label={t('ticket.hash')} /> },
        ]}
      />
    </Card>
  );
}
