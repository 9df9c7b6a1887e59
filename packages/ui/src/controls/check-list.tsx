import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type CheckedSentence = { readonly id: string; readonly holds: boolean; readonly text: ReactNode };

/** Sentences, each with whether it holds. */
export function CheckList(props: { sentences: readonly CheckedSentence[]; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <ul className={`grid gap-2 ${props.className ?? ''}`}>
      {props.sentences.map((sentence) => (
        <li key={sentence.id} className="grid grid-cols-[auto_1fr] gap-3">
          {sentence.holds ? (
            <Check role="img" aria-label={t('proof.holds')} strokeWidth={3} className="icon mt-[0.25em] text-good-ink" />
          ) : (
            <X role="img" aria-label={t('proof.fails')} strokeWidth={3} className="icon mt-[0.25em] text-bad-ink" />
          )}
          <span className="min-w-0 break-words">{sentence.text}</span>
        </li>
      ))}
    </ul>
  );
}
