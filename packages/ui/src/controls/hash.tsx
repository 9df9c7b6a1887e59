import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

/** A hash shortened 8…8, with the whole of it on the clipboard at a press. */
export function Hash(props: { value: string; label?: string }) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  const short = props.value.length > 18 ? `${props.value.slice(0, 8)}…${props.value.slice(-8)}` : props.value;
  return (
    <span className="inline-flex items-center gap-1 font-mono text-[0.94em] whitespace-nowrap">
      <span title={props.value}>{short}</span>
      <AriaButton
        aria-label={t(copied ? 'hash.copied' : 'hash.copy', { what: props.label ?? '' })}
        className="grid size-6 place-items-center rounded-1 text-ink-3 hover:text-ink"
        onPress={() => {
          navigator.clipboard?.writeText(props.value).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {copied ? <Check aria-hidden="true" className="icon" /> : <Copy aria-hidden="true" className="icon" />}
      </AriaButton>
    </span>
  );
}
