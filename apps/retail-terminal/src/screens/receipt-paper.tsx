import { QrCode } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Clerk, SoldTicket } from '../api/wire.ts';
import type { Enrolment } from '../device/terminal-store.ts';
import { COLUMNS, type ReceiptLine, receiptLines } from '../receipt/receipt-lines.ts';
import type { BasketItem } from '../sale/basket.ts';
import { useReceiptWords } from './use-receipt-words.ts';

const weights = { bold: 'font-bold', double: 'text-[1.5em] leading-tight font-bold' } as const;

export function Paper(props: { lines: readonly ReceiptLine[]; children?: React.ReactNode; label: string }) {
  const numbered = props.lines.map((line, index) => ({ ...line, id: `${index}:${line.text}` }));
  return (
    <section
      aria-label={props.label}
      data-receipt
      className="mx-auto w-fit bg-paper px-4 py-3 font-mono text-[10.5px] leading-[1.33] whitespace-pre text-paper-ink shadow-2"
    >
      <div style={{ width: `${COLUMNS}ch` }}>
        {numbered.map((line) => (
          <div key={line.id} className={line.weight ? weights[line.weight] : ''}>
            {line.text || ' '}
          </div>
        ))}
        {props.children}
      </div>
    </section>
  );
}

/** A sold ticket as it is printed, with its code and the age line. */
export function ReceiptPaper(props: { ticket: SoldTicket; enrolment: Enrolment; reprint: number; quickPicks: number }) {
  const { t, i18n } = useTranslation('terminal');
  const words = useReceiptWords();
  const { ticket, enrolment } = props;
  const lines = receiptLines(ticket, words, {
    language: i18n.language,
    operator: enrolment.licence?.operator ?? '',
    licence: enrolment.shop.licenceNumber,
    reprint: props.reprint,
    quickPicks: props.quickPicks,
  });
  return (
    <Paper lines={lines} label={t('receipt.label')}>
      {ticket.serial ? (
        <div className="mt-2 grid grid-cols-[auto_1fr] items-center gap-3">
          <QrCode text={ticket.serial} label={t('receipt.code')} className="size-24" />
          <p className="whitespace-normal">
            {words.adults.map((row) => (
              <span key={row} className="block">
                {row}
              </span>
            ))}
          </p>
        </div>
      ) : null}
    </Paper>
  );
}

/** The receipt of a sale that has not been made: no serial, no code, the numbers of quick picks still open. */
export function DraftReceipt(props: { item: BasketItem; enrolment: Enrolment; clerk: Clerk }) {
  const { t, i18n } = useTranslation('terminal');
  const words = useReceiptWords();
  const { item, enrolment, clerk } = props;
  const { contest, product } = item.offered;
  const draft: SoldTicket = {
    id: '',
    serial: null,
    product: { slug: product.slug, names: product.names, registrationNumber: null },
    contests: [contest],
    wager: item.order.wager,
    priceCents: item.order.priceCents,
    soldAt: '',
    shop: enrolment.shop,
    clerk,
    terminal: { label: enrolment.label },
    claimUntil: '',
    commitmentIds: [],
  };
  const lines = receiptLines(draft, words, {
    language: i18n.language,
    operator: enrolment.licence?.operator ?? '',
    licence: enrolment.shop.licenceNumber,
    reprint: 0,
    quickPicks: 0,
  });
  return <Paper lines={lines} label={t('receipt.preview')} />;
}
