import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  calm: { ground: 'bg-calm-soft', ink: 'text-ink-2', icon: Info },
  good: { ground: 'bg-good-soft', ink: 'text-good-ink', icon: CircleCheck },
  warn: { ground: 'bg-gold-soft', ink: 'text-gold-ink', icon: TriangleAlert },
  bad: { ground: 'bg-bad-soft', ink: 'text-bad-ink', icon: OctagonAlert },
} as const;

export type NoticeTone = keyof typeof tones;

/** A short message in the page. `role` is `alert` only for what just went wrong. */
export function Notice(props: {
  tone?: NoticeTone;
  icon?: LucideIcon;
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
}) {
  const tone = tones[props.tone ?? 'calm'];
  const Icon = props.icon ?? tone.icon;
  return (
    <div role={props.role} className={`flex gap-3 rounded-2 px-4 py-3 text-sm leading-[1.45] ${tone.ground} ${props.className ?? ''}`}>
      <Icon aria-hidden="true" className={`icon mt-[0.15em] ${tone.ink}`} />
      <div className="min-w-0 flex-1">{props.children}</div>
    </div>
  );
}
