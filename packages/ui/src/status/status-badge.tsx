/**
 * A state in a word, an icon and a tint; never colour alone. Solid fills are kept for what is paid and what is alarming.
 */
import {
  BadgeCheck,
  BadgeEuro,
  Ban,
  Check,
  CheckCheck,
  CircleDot,
  CirclePlay,
  CircleQuestionMark,
  Hourglass,
  Lock,
  type LucideIcon,
  Pencil,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';

const tones = {
  open: 'bg-primary-soft text-primary-ink',
  soon: 'bg-gold-soft text-gold-ink',
  calm: 'bg-calm-soft text-calm-ink',
  seal: 'bg-seal-soft text-seal-ink',
  good: 'bg-good-soft text-good-ink',
  bad: 'bg-bad-soft text-bad-ink',
  paid: 'bg-good text-on-good',
  alert: 'bg-bad text-on-bad',
} as const;

export type StatusTone = keyof typeof tones;

const looks = {
  scheduled: { tone: 'calm', icon: Hourglass },
  open: { tone: 'open', icon: CirclePlay },
  soon: { tone: 'soon', icon: Hourglass },
  closed: { tone: 'calm', icon: Lock },
  sealed: { tone: 'seal', icon: BadgeCheck },
  drawn: { tone: 'seal', icon: CircleDot },
  certified: { tone: 'seal', icon: CheckCheck },
  settled: { tone: 'good', icon: Check },
  reconciled: { tone: 'good', icon: CheckCheck },
  published: { tone: 'good', icon: Check },
  archived: { tone: 'calm', icon: Check },
  sold: { tone: 'open', icon: Check },
  paid: { tone: 'paid', icon: BadgeEuro },
  winner: { tone: 'good', icon: Check },
  lost: { tone: 'calm', icon: X },
  refunded: { tone: 'calm', icon: Undo2 },
  cancelled: { tone: 'calm', icon: Undo2 },
  scratched: { tone: 'calm', icon: X },
  refused: { tone: 'bad', icon: X },
  alert: { tone: 'alert', icon: TriangleAlert },
  postponed: { tone: 'soon', icon: Hourglass },
  void: { tone: 'bad', icon: Ban },
  voiding: { tone: 'bad', icon: Undo2 },
  correcting: { tone: 'soon', icon: Pencil },
  locked: { tone: 'alert', icon: Lock },
  draft: { tone: 'calm', icon: Pencil },
  submitted: { tone: 'soon', icon: Hourglass },
  questions: { tone: 'soon', icon: CircleQuestionMark },
  approved: { tone: 'good', icon: CheckCheck },
  on_sale: { tone: 'open', icon: CirclePlay },
  suspended: { tone: 'bad', icon: Ban },
  valid: { tone: 'good', icon: ShieldCheck },
  invalid: { tone: 'alert', icon: TriangleAlert },
  pending: { tone: 'soon', icon: Hourglass },
  unknown: { tone: 'soon', icon: CircleQuestionMark },
  matching: { tone: 'good', icon: CheckCheck },
} as const satisfies Record<string, { tone: StatusTone; icon: LucideIcon }>;

export type Status = keyof typeof looks;

export const isStatus = (value: string): value is Status => value in looks;

/** `children` replaces the state's own word, e.g. "Tanca en 12 min". A state this list does not know is shown as it came. */
export function StatusBadge(props: { status: Status | (string & {}); className?: string; children?: React.ReactNode }) {
  const { t } = useTranslation('ui');
  const known = isStatus(props.status);
  const look = known ? looks[props.status as Status] : { tone: 'calm' as const, icon: CircleDot };
  const Icon = look.icon;
  return (
    <span
      data-status={props.status}
      className={`inline-flex items-center gap-[0.35em] rounded-1 py-[0.15em] pr-[0.6em] pl-[0.45em] text-xs leading-normal font-medium whitespace-nowrap ${tones[look.tone]} ${props.className ?? ''}`}
    >
      <Icon aria-hidden="true" className="icon" />
      {props.children ?? (known ? t(`status.${props.status}`) : props.status)}
    </span>
  );
}

/** A draw or pool that is open and closes within fifteen minutes says so. */
export const SOON_MS = 15 * 60_000;

export const statusWithTime = (status: string, closesAt: string, now: number): string =>
  status === 'open' && Date.parse(closesAt) - now <= SOON_MS ? (Date.parse(closesAt) <= now ? 'closed' : 'soon') : status;
