import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../controls/button.tsx';

export type Crumb = { readonly href?: string; readonly label: string };

export function Crumbs(props: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  return (
    <nav aria-label={t('frame.where')} className="mb-2 text-sm text-ink-3">
      <ol className="flex flex-wrap items-center gap-1.5">
        {props.crumbs.map((crumb, index) => (
          <li key={crumb.label} className="inline-flex items-center gap-1.5">
            {index > 0 ? <ChevronRight aria-hidden="true" className="icon" /> : null}
            {crumb.href ? (
              <TextLink href={crumb.href} className="text-ink-2">
                {crumb.label}
              </TextLink>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Where we are, what this is, and its state with the time left. */
export function PageHead(props: { crumbs?: readonly Crumb[]; title: ReactNode; lead?: ReactNode; aside?: ReactNode; dense?: boolean }) {
  return (
    <div className={props.dense ? 'mb-3.5' : 'mb-4 md:mb-6'}>
      {props.crumbs ? <Crumbs crumbs={props.crumbs} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="grid gap-1">
          <h1 className={props.dense ? 'text-[1.5rem]' : 'text-[1.5rem] md:text-2xl'}>{props.title}</h1>
          {props.lead ? <p className="text-ink-2">{props.lead}</p> : null}
        </div>
        {props.aside ? <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">{props.aside}</div> : null}
      </div>
    </div>
  );
}
