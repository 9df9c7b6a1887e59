import { type ReactNode, useId } from 'react';

/** A titled region. `aside` stands opposite the title: a status, a link, the age of the figures. */
export function Card(props: {
  title?: ReactNode;
  aside?: ReactNode;
  level?: 1 | 2 | 3;
  dense?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const id = useId();
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <section
      aria-labelledby={props.title ? id : undefined}
      className={`rounded-3 border border-line bg-surface ${props.dense ? 'px-4 py-3.5' : 'p-4 md:p-5'} ${props.className ?? ''}`}
    >
      {props.title ? (
        <header className={`flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 ${props.dense ? 'mb-2' : 'mb-3'}`}>
          <Heading id={id} className={props.dense ? 'text-[1rem]' : 'text-lg'}>
            {props.title}
          </Heading>
          {props.aside}
        </header>
      ) : null}
      {props.children}
    </section>
  );
}
