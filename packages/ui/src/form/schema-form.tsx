/**
 * A form drawn from a schema.
 *
 * On sending, everything wrong is told at once, each message at its field, the first of them focused; nothing typed is lost.
 * Refusals of the API come back in by path (`cascade.0.places`) and are shown at the same fields; one whose path has no
 * field is shown above the button.
 */
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { problemWords, type ShownProblem } from '../states/problem-words.ts';
import { describeForm, type JsonSchema } from './describe-form.ts';
import { FieldView } from './field-view.tsx';
import { type FormComplaint, formStateOf, hasField, readForm } from './form-state.ts';
import type { FormWords } from './form-words.ts';

export function SchemaForm(props: {
  schema: z.ZodType | JsonSchema;
  words: FormWords;
  /** JSON as the schema's input has it; read once. */
  initial?: unknown;
  submitLabel: ReactNode;
  onSubmit: (value: unknown) => void;
  /** What the API refused, by path. */
  refusals?: readonly ShownProblem[];
  busy?: boolean;
  /** Whether what stands outside the form is in order; without it the form cannot be sent. */
  sendable?: boolean;
}) {
  const { t } = useTranslation('ui');
  const field = useMemo(() => describeForm(props.schema), [props.schema]);
  const [state, setState] = useState(() => formStateOf(field, props.initial));
  const [complaints, setComplaints] = useState<readonly FormComplaint[]>([]);
  const form = useRef<HTMLFormElement>(null);

  const messages = new Map<string, string>();
  for (const refusal of props.refusals ?? []) messages.set(refusal.path ?? '', problemWords(t, refusal));
  for (const { path, code, facts } of complaints) messages.set(path, t([`form.invalid.${code}`, 'form.invalid.other'], { ...facts }));
  const errorAt = (path: string): string | undefined => messages.get(path);
  const elsewhere = [...messages].filter(([path]) => !hasField(field, state, path));

  const send = (event: FormEvent) => {
    event.preventDefault();
    const reading = readForm(field, state);
    if (reading.ok) {
      setComplaints([]);
      props.onSubmit(reading.value);
      return;
    }
    setComplaints(reading.complaints);
    const first = reading.complaints[0]?.path;
    const control = first === undefined ? null : form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`);
    control?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-4">
      <FieldView
        field={field}
        state={state}
        path=""
        context={{ words: props.words, errorAt, disabled: props.busy ?? false }}
        onChange={setState}
      />
      {elsewhere.length > 0 ? (
        <Notice tone="bad" role="alert">
          {elsewhere.map(([path, message]) => (
            <p key={path}>{message}</p>
          ))}
        </Notice>
      ) : null}
      {complaints.length > 0 ? (
        <Notice tone="bad" role="alert">
          {t('form.sent', { count: complaints.length })}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" look="primary" isDisabled={(props.busy ?? false) || props.sendable === false}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
