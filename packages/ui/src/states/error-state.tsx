import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../controls/notice.tsx';
import { problemWords, type ShownProblem } from './problem-words.ts';

/** What happened, what did not happen to the money, what to do, and the code to quote. */
export function ErrorState(props: { problem: ShownProblem; money?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <Notice tone="bad" role="alert">
      <p className="font-medium">{problemWords(t, props.problem)}</p>
      {props.money ? <p>{props.money}</p> : null}
      <p className="mt-1 text-xs text-ink-2">
        {t('error.code')} <code className="font-mono">{props.problem.code}</code>
        {props.problem.requestId ? (
          <>
            {' '}
            · <code className="font-mono">{props.problem.requestId}</code>
          </>
        ) : null}
      </p>
      {props.action ? <div className="mt-3">{props.action}</div> : null}
    </Notice>
  );
}
