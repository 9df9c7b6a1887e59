import type { ReactNode } from 'react';

export type Fact = { readonly id: string; readonly label: ReactNode; readonly value: ReactNode; readonly total?: boolean };

/** Names and values in rows, values to the right; a `total` row stands under a line. */
export function FactRows(props: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`grid gap-1.5 ${props.className ?? ''}`}>
      {props.facts.map((fact) => (
        <div key={fact.id} className={`flex items-baseline justify-between gap-4 ${fact.total ? 'mt-1 border-t border-line pt-3' : ''}`}>
          <dt className={fact.total ? 'font-medium' : 'text-ink-2'}>{fact.label}</dt>
          <dd className={`text-right ${fact.total ? 'figure text-2xl' : 'font-medium'}`}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Small labels over bold values, side by side: price, odds, return. */
export function FactStrip(props: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`flex flex-wrap gap-x-8 gap-y-3 ${props.className ?? ''}`}>
      {props.facts.map((fact) => (
        <div key={fact.id}>
          <dt className="text-xs text-ink-3">{fact.label}</dt>
          <dd className="font-bold whitespace-nowrap">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
