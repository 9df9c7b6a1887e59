/**
 * Where each euro goes: prizes, tax, commission, operator, always in this order and pattern, so that the bar reads the
 * same in designer, pool and inspector. Widths are shares of the whole; the legend carries the exact cents.
 */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';

export type MoneySplit = { readonly prizes: bigint; readonly tax: bigint; readonly commission: bigint; readonly operator: bigint };

const parts = [
  { name: 'prizes', fill: 'bg-chart-1' },
  { name: 'tax', fill: 'hatch-upright' },
  { name: 'commission', fill: 'bg-chart-3' },
  { name: 'operator', fill: 'hatch-diagonal' },
] as const;

export function MoneySplitBar(props: { split: MoneySplit; currency?: string }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const total = parts.reduce((sum, part) => sum + props.split[part.name], 0n);
  const currency = props.currency ?? 'EUR';
  const shown = parts.filter((part) => props.split[part.name] > 0n);
  return (
    <div className="grid gap-2">
      <div className="flex h-7 gap-0.5 overflow-hidden rounded-1 bg-surface" aria-hidden="true">
        {shown.map((part) => (
          <i
            key={part.name}
            className={`block h-full ${part.fill}`}
            style={{ width: `${total ? Number((props.split[part.name] * 10_000n) / total) / 100 : 0}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {parts.map((part) => (
          <li key={part.name} className="inline-flex items-center gap-2">
            <i className={`size-3 flex-none rounded-[2px] ${part.fill}`} aria-hidden="true" />
            {t(`split.${part.name}`)} <b className="text-ink">{format.money(props.split[part.name], { currency })}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
