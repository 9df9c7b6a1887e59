import type { ReactNode } from 'react';

/** A key of the keyboard, drawn so that it is found at a glance. */
export function KeyCap(props: { children: ReactNode; inverse?: boolean; dashed?: boolean }) {
  return (
    <kbd
      className={`inline-grid h-[1.7em] min-w-[1.7em] place-items-center rounded-1 border border-b-2 px-[0.4em] font-sans text-sm leading-none font-medium [font-stretch:90%] ${
        props.inverse ? 'border-current bg-transparent text-inherit' : 'border-line-strong bg-surface text-ink'
      } ${props.dashed ? 'border-dashed text-ink-3' : ''}`}
    >
      {props.children}
    </kbd>
  );
}
