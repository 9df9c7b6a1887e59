/**
 * A procedure as a column of steps: done ones with a tick, their time and who; the present one tinted; later ones numbered.
 */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type ProcedureStep = {
  readonly id: string;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly state: 'done' | 'now' | 'later';
};

export function DrawStepper(props: { steps: readonly ProcedureStep[] }) {
  const { t } = useTranslation('ui');
  return (
    <ol>
      {props.steps.map((step, index) => {
        const last = index === props.steps.length - 1;
        const now = step.state === 'now';
        return (
          <li
            key={step.id}
            aria-current={now ? 'step' : undefined}
            className={`relative grid min-h-[52px] grid-cols-[28px_1fr] gap-3 ${now ? '-mx-2.5 -mt-1.5 mb-2 min-h-0 rounded-2 bg-primary-soft px-2.5 pt-1.5 pb-2' : 'pb-4'}`}
          >
            {last || now ? null : (
              <span
                aria-hidden="true"
                className={`absolute top-7 bottom-0 left-[13px] w-0.5 ${step.state === 'done' ? 'bg-good' : 'bg-line'}`}
              />
            )}
            <span
              className={`z-[1] grid size-7 place-items-center rounded-full border-[1.5px] text-sm font-bold ${
                step.state === 'done'
                  ? 'border-good bg-good-soft text-good-ink'
                  : now
                    ? 'border-primary bg-primary text-on-primary'
                    : 'border-line-strong bg-surface text-ink-2'
              }`}
            >
              {step.state === 'done' ? <Check role="img" aria-label={t('procedure.done')} strokeWidth={3} className="size-4" /> : index + 1}
            </span>
            <div className={`grid content-start pt-1 leading-[1.3] ${now ? 'text-primary-ink' : 'text-ink-2'}`}>
              <b className={now ? 'text-primary-ink' : step.state === 'done' ? 'font-medium text-ink' : 'font-medium'}>{step.title}</b>
              {step.detail ? <span className="text-xs">{step.detail}</span> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
