/**
 * Evidence that a ticket was in the draw, drawn as a river: the ticket's leaf is the spring, each sibling hash a
 * tributary from its side, the sealed root the mouth. What was recomputed is said in plain sentences beneath.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CheckedSentence, CheckList } from '../controls/check-list.tsx';
import { StatusBadge } from '../status/status-badge.tsx';

export type ProofSide = 'left' | 'right';

const WIDTH = 660;
const MID = 50;

function Tributaries(props: { sides: readonly ProofSide[] }) {
  const span = WIDTH - 70;
  return props.sides.map((side, index) => {
    const x = 12 + (span * (index + 1)) / (props.sides.length + 1);
    const from = side === 'left' ? 10 : 90;
    const key = `${side}-${x.toFixed(1)}`;
    return (
      <g key={key}>
        <path
          d={`M${x - 22} ${from}C${x - 4} ${from} ${x - 8} ${MID} ${x + 8} ${MID}`}
          className="fill-none stroke-line-strong"
          strokeWidth={1.5}
        />
        <circle cx={x - 25} cy={from} r={3} className="fill-surface stroke-line-strong" strokeWidth={1.5} />
      </g>
    );
  });
}

export function InclusionProof(props: {
  title: string;
  state: 'valid' | 'invalid' | 'pending';
  sides: readonly ProofSide[];
  leaf: ReactNode;
  middle: ReactNode;
  root: ReactNode;
  sentences: readonly CheckedSentence[];
  actions?: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <section className="rounded-3 border border-line bg-surface p-4 md:p-5" aria-label={props.title}>
      <header className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg">{props.title}</h2>
        <StatusBadge status={props.state}>{t(`proof.${props.state}`)}</StatusBadge>
      </header>
      <svg
        viewBox={`0 0 ${WIDTH} 100`}
        className="my-1 block w-full"
        role="img"
        aria-label={t('proof.picture', { count: props.sides.length })}
      >
        <path d={`M14 ${MID}H${WIDTH - 20}`} className="fill-none stroke-primary" strokeWidth={4} />
        <Tributaries sides={props.sides} />
        <circle cx={12} cy={MID} r={9} className="fill-gold stroke-gold-ink" strokeWidth={2} />
        <rect x={WIDTH - 36} y={MID - 17} width={34} height={34} rx={5} className={props.state === 'invalid' ? 'fill-bad' : 'fill-seal'} />
        <path
          d={
            props.state === 'invalid'
              ? `M${WIDTH - 26} ${MID - 7}l14 14m0-14l-14 14`
              : `M${WIDTH - 27} ${MID + 1}l5.5 5.5L${WIDTH - 11} ${MID - 7}`
          }
          className={`fill-none ${props.state === 'invalid' ? 'stroke-on-bad' : 'stroke-on-seal'}`}
          strokeWidth={3.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className="mb-4 grid grid-cols-2 gap-x-4 gap-y-2 text-sm md:grid-cols-[auto_1fr_auto]">
        <div className="grid content-start text-ink-3">{props.leaf}</div>
        <div className="order-last col-span-2 text-ink-3 md:order-none md:col-span-1 md:mx-auto md:max-w-[26ch] md:text-center">
          {props.middle}
        </div>
        <div className="grid content-start text-right text-ink-3">{props.root}</div>
      </div>
      <CheckList sentences={props.sentences} className="mb-4" />
      {props.actions ? <div className="flex flex-wrap items-center gap-2">{props.actions}</div> : null}
    </section>
  );
}
