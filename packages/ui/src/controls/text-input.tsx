import { type ComponentProps, type ReactNode, useId } from 'react';

export const inputLook =
  'min-h-10 w-full rounded-2 border border-line-strong bg-surface px-3 text-md text-ink aria-invalid:border-2 aria-invalid:border-bad disabled:bg-surface-3 disabled:text-ink-3 max-md:min-h-11';

/** Label, control, hint and message tied together for screen readers. */
export function Labelled(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => ReactNode;
}) {
  const id = useId();
  const described = [props.hint ? `${id}-hint` : '', props.error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={`grid content-start gap-1 ${props.className ?? ''}`}>
      <label htmlFor={id} className="text-sm text-ink-2">
        {props.label}
      </label>
      {props.children({ id, 'aria-describedby': described || undefined, 'aria-invalid': props.error ? true : undefined })}
      {props.hint ? (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {props.hint}
        </p>
      ) : null}
      {props.error ? (
        <p id={`${id}-error`} className="text-xs font-medium text-bad-ink">
          {props.error}
        </p>
      ) : null}
    </div>
  );
}

export function TextInput({
  label,
  hint,
  error,
  className,
  inputClassName,
  ...input
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; error?: string | undefined; inputClassName?: string }) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(ids) => <input {...input} {...ids} className={`${inputLook} ${inputClassName ?? ''}`} />}
    </Labelled>
  );
}
