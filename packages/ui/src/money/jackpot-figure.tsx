import { Money } from './money.tsx';

/** The jackpot: the one large figure of a page, underlined in gold, never animated. Its odds stand beside it in the card. */
export function JackpotFigure(props: { minor: bigint | string; label: string; note?: string | undefined }) {
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-ink-2">{props.label}</p>
      <p className="figure border-b-4 border-gold pb-1.5 text-[2.875rem] md:text-4xl">
        <Money minor={props.minor} cents="jackpot" />
      </p>
      {props.note ? <p className="mt-1 max-w-[52ch] text-ink-2">{props.note}</p> : null}
    </div>
  );
}
