/**
 * Choosing `pick` of the numbers `from`…`to`: a sheet of checkboxes in seven columns.
 *
 * One tab stop; arrows move within the sheet, Home and End go to its ends, space toggles. Once `pick` are chosen, another
 * is not taken silently: the sheet says how many may be chosen, and one of the chosen has to be given back first.
 */
import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const COLUMNS = 7;

export function NumberGrid(props: {
  from: number;
  to: number;
  pick: number;
  chosen: readonly number[];
  legend: string;
  onChange: (chosen: readonly number[]) => void;
  disabled?: boolean;
}) {
  const { t } = useTranslation('ui');
  const { from, to, pick, chosen } = props;
  const [focused, setFocused] = useState(from);
  const sheet = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);

  const toggle = (number: number) => {
    if (chosen.includes(number)) {
      setFull(false);
      props.onChange(chosen.filter((other) => other !== number));
    } else if (chosen.length < pick) {
      setFull(false);
      props.onChange([...chosen, number].sort((a, b) => a - b));
    } else {
      setFull(true);
    }
  };

  const move = (event: KeyboardEvent, number: number) => {
    const targets: Record<string, number> = {
      ArrowRight: number + 1,
      ArrowLeft: number - 1,
      ArrowDown: number + COLUMNS,
      ArrowUp: number - COLUMNS,
      Home: from,
      End: to,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target < from || target > to) return;
    setFocused(target);
    sheet.current?.querySelector<HTMLInputElement>(`input[value="${target}"]`)?.focus();
  };

  return (
    <fieldset className="min-w-0" disabled={props.disabled}>
      <legend className="sr-only">{props.legend}</legend>
      <div ref={sheet} className="grid grid-cols-7 gap-1 sm:gap-1.5 md:gap-2">
        {numbers.map((number) => {
          const isChosen = chosen.includes(number);
          return (
            <label
              key={number}
              className={`relative grid min-h-11 place-items-center rounded-2 border text-[1.0625rem] transition-colors duration-[120ms] md:min-h-[52px] md:text-lg ${
                isChosen
                  ? 'border-primary bg-primary font-bold text-on-primary'
                  : 'border-line-strong bg-surface font-medium text-ink hover:bg-primary-soft'
              }`}
            >
              <input
                type="checkbox"
                value={number}
                checked={isChosen}
                tabIndex={number === focused ? 0 : -1}
                onChange={() => toggle(number)}
                onFocus={() => setFocused(number)}
                onKeyDown={(event) => move(event, number)}
                className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
              />
              <span className="pointer-events-none">{number}</span>
              {isChosen ? (
                <Check
                  aria-hidden="true"
                  strokeWidth={3}
                  className="pointer-events-none absolute top-1 right-1 size-3 md:top-1.5 md:right-1.5 md:size-3.5"
                />
              ) : null}
            </label>
          );
        })}
      </div>
      <p aria-live="polite" className="mt-3 text-sm">
        <b>{t('grid.chosen', { chosen: chosen.length, pick })}</b>
        {full ? <span className="text-ink-2"> · {t('grid.full')}</span> : null}
      </p>
    </fieldset>
  );
}
