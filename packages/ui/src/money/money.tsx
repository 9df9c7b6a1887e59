import type { MoneyFormat } from '../format/format-money.ts';
import { useFormat } from '../format/use-format.ts';

/** An amount in whole minor units: a bigint, or the digit string the wire carries (`"1205"` is 12,05 €). */
export function Money(props: { minor: bigint | string; className?: string } & MoneyFormat) {
  const format = useFormat();
  const { minor, className, ...options } = props;
  return <span className={`whitespace-nowrap ${className ?? ''}`}>{format.money(BigInt(minor), options)}</span>;
}
