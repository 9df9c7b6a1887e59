import { Minus, Plus } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

const step =
  'grid size-[30px] place-items-center rounded-1 border border-line-strong bg-surface data-[disabled]:border-line data-[disabled]:text-ink-3 max-md:size-11';

/** Less and more around a value, for small counts and stakes. */
export function CountStepper(props: {
  label: string;
  value: string;
  onLess?: (() => void) | undefined;
  onMore?: (() => void) | undefined;
}) {
  const { t } = useTranslation('ui');
  return (
    <fieldset aria-label={props.label} className="inline-flex items-center gap-2.5">
      <AriaButton
        className={step}
        aria-label={t('stepper.less', { what: props.label })}
        isDisabled={!props.onLess}
        onPress={() => props.onLess?.()}
      >
        <Minus aria-hidden="true" className="icon" />
      </AriaButton>
      <output className="min-w-14 text-center font-bold">{props.value}</output>
      <AriaButton
        className={step}
        aria-label={t('stepper.more', { what: props.label })}
        isDisabled={!props.onMore}
        onPress={() => props.onMore?.()}
      >
        <Plus aria-hidden="true" className="icon" />
      </AriaButton>
    </fieldset>
  );
}
