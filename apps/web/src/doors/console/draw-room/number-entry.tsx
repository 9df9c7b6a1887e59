/**
 * A result typed ball by ball, in the order they come out: Enter or space goes on, Backspace on an empty ball goes back.
 * A number outside the panel or already there is marked at once and cannot be handed in.
 */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export type EntryField = {
  readonly id: string;
  readonly panel: string;
  readonly first: number;
  readonly last: number;
  readonly bonus: boolean;
};

/** Why a typed number cannot stand; null when it can. */
export function entryFault(fields: readonly EntryField[], typed: readonly string[], index: number): 'range' | 'twice' | null {
  const text = typed[index] ?? '';
  const field = fields[index];
  if (text === '' || !field) return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < field.first || number > field.last) return 'range';
  const twice = typed.some((other, at) => at !== index && other !== '' && Number(other) === number && fields[at]?.panel === field.panel);
  return twice ? 'twice' : null;
}

export function NumberEntry(props: {
  fields: readonly EntryField[];
  typed: readonly string[];
  disabled: boolean;
  onChange: (typed: readonly string[]) => void;
}) {
  const { t } = useTranslation('console');
  const row = useRef<HTMLDivElement>(null);
  const { fields, typed } = props;
  const focus = (index: number) => row.current?.querySelectorAll('input')[index]?.focus();

  const move = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      focus(index + 1);
    } else if (event.key === 'Backspace' && typed[index] === '') {
      event.preventDefault();
      focus(index - 1);
    }
  };

  return (
    <div ref={row} className="my-3.5 flex flex-wrap items-center gap-2.5">
      {fields.map((field, index) => {
        const fault = entryFault(fields, typed, index);
        const name = field.bonus ? t('entry.bonus') : t('entry.ball', { ball: index + 1 });
        return (
          <label
            key={field.id}
            className={`relative grid size-14 place-items-center border-[1.5px] border-dashed md:size-16 ${field.bonus ? 'ml-3 rotate-45 scale-[0.82] rounded-[22%] border-seal' : 'rounded-full border-line-strong'} ${
              fault ? 'border-2 border-solid border-bad' : typed[index] ? 'border-2 border-solid border-ink' : ''
            }`}
          >
            <span className="sr-only">{name}</span>
            <input
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={typed[index] ?? ''}
              disabled={props.disabled}
              aria-invalid={fault !== null}
              onKeyDown={(event) => move(event, index)}
              onChange={(event) => {
                const digits = event.target.value.replace(/\D/g, '');
                props.onChange(fields.map((_, at) => (at === index ? digits : (typed[at] ?? ''))));
                if (digits.length === 2) focus(index + 1);
              }}
              className={`figure size-full rounded-full bg-transparent text-center text-xl outline-none ${field.bonus ? '-rotate-45' : ''} ${fault ? 'text-bad-ink' : ''}`}
            />
          </label>
        );
      })}
    </div>
  );
}
