import type { ReactNode } from 'react';

/** The middle of the draw room: what is to be done now, and why. */
export function Stage(props: { title: string; lead: string; children?: ReactNode }) {
  return (
    <section className="flex flex-col rounded-[10px] border border-line bg-surface px-4 py-5 md:px-6" aria-label={props.title}>
      <h2 className="text-xl">{props.title}</h2>
      <p className="mt-2 max-w-[72ch] text-ink-2">{props.lead}</p>
      {props.children}
    </section>
  );
}
