import { parseMoney, TextInput, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';

/** What was typed as cents, or null while it is no amount above nothing. */
export function readAmount(text: string): bigint | null {
  const cents = parseMoney(text);
  return cents !== null && cents > 0n ? cents : null;
}

/** An amount in euro, with a few to choose from. */
export function AmountField(props: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  hint?: string;
  suggestions?: readonly bigint[];
}) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <div className="grid gap-2">
      <TextInput
        label={props.label}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={props.value}
        error={props.error}
        hint={props.hint}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.suggestions ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('amount.choose')}</legend>
          {props.suggestions.map((cents) => (
            <button
              key={String(cents)}
              type="button"
              onClick={() => props.onChange(format.money(cents))}
              className="min-h-10 rounded-2 border border-line-strong bg-surface px-3 text-md font-medium hover:bg-surface-2 max-md:min-h-11"
            >
              {format.money(cents)}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
