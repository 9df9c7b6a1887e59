/** Draws one field of a generated form and everything inside it; see describe-form. */
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { inputLook, Labelled } from '../controls/text-input.tsx';
import { NumberGrid } from '../numbers/number-grid.tsx';
import type { EitherField, FormField, ListField, OptionalField, RecordField, SheetField, VariantField } from './describe-form.ts';
import { type FormState, formStateOf, type RecordEntry } from './form-state.ts';
import type { FormWords } from './form-words.ts';
import { InstantInput } from './instant-input.tsx';

export type FieldContext = {
  readonly words: FormWords;
  readonly errorAt: (path: string) => string | undefined;
  readonly disabled: boolean;
};

type FieldProps<F extends FormField = FormField> = {
  field: F;
  state: FormState;
  path: string;
  context: FieldContext;
  onChange: (state: FormState) => void;
  /** Named by what stands around it: its own legend is for screen readers only. */
  bare?: boolean;
};

const join = (path: string, part: string | number): string => (path === '' ? String(part) : `${path}.${part}`);

export function FieldView(props: FieldProps) {
  const { field, state, path, context, onChange } = props;
  switch (field.kind) {
    case 'constant':
      return null;
    case 'group':
      return state.kind === 'group' ? (
        <Parts
          fields={field.fields}
          parts={state.parts}
          path={path}
          context={context}
          onChange={(parts) => onChange({ kind: 'group', parts })}
          legend={field.name}
          bare={props.bare ?? false}
        />
      ) : null;
    case 'list':
      return <ListView {...props} field={field} />;
    case 'optional':
      return <OptionalView {...props} field={field} />;
    case 'variant':
      return <VariantView {...props} field={field} />;
    case 'either':
      return <EitherView {...props} field={field} />;
    case 'record':
      return <RecordView {...props} field={field} />;
    case 'sheet':
      return <SheetView {...props} field={field} />;
    case 'boolean':
      return (
        <label className="inline-flex min-h-10 items-center gap-2.5 rounded-1">
          <input
            type="checkbox"
            checked={state.kind === 'boolean' && state.value}
            disabled={context.disabled}
            onChange={(event) => onChange({ kind: 'boolean', value: event.target.checked })}
            className="size-5 accent-primary"
          />
          {context.words.label(path)}
        </label>
      );
    default:
      return <TypedView {...props} />;
  }
}

function TypedView({ field, state, path, context, onChange }: FieldProps) {
  const { t } = useTranslation('ui');
  const text = state.kind === 'text' ? state.text : '';
  const set = (next: string) => onChange({ kind: 'text', text: next });
  return (
    <Labelled label={context.words.label(path)} hint={context.words.hint(path)} error={context.errorAt(path)}>
      {(ids) => {
        const control = { ...ids, name: path, disabled: context.disabled, value: text, className: inputLook };
        if (field.kind === 'choice') {
          return (
            <select {...control} onChange={(event) => set(event.target.value)}>
              <option value="">{t('form.choose')}</option>
              {field.options.map((option) => (
                <option key={option} value={option}>
                  {context.words.choice(path, option)}
                </option>
              ))}
            </select>
          );
        }
        if (field.kind === 'instant') return <InstantInput {...control} onValue={set} />;
        if (field.kind === 'date') return <input {...control} type="date" onChange={(event) => set(event.target.value)} />;
        const unit = field.kind === 'money' ? '€' : field.kind === 'bps' ? '%' : null;
        return (
          <span className="relative block">
            <input
              {...control}
              type="text"
              autoComplete="off"
              inputMode={field.kind === 'integer' ? 'numeric' : unit ? 'decimal' : 'text'}
              className={`${inputLook} ${unit ? 'pr-8 text-right' : ''}`}
              onChange={(event) => set(event.target.value)}
            />
            {unit ? (
              <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-3">
                {unit}
              </span>
            ) : null}
          </span>
        );
      }}
    </Labelled>
  );
}

const legendLook = 'float-left mb-2 w-full text-sm font-medium';

const isWide = (field: FormField): boolean => {
  if (field.kind === 'optional') return isWide(field.inner);
  return (
    field.kind === 'either' ||
    field.kind === 'record' ||
    field.kind === 'group' ||
    field.kind === 'list' ||
    field.kind === 'variant' ||
    field.kind === 'sheet'
  );
};

function Parts(props: {
  fields: readonly FormField[];
  parts: Readonly<Record<string, FormState>>;
  path: string;
  legend: string;
  bare: boolean;
  context: FieldContext;
  onChange: (parts: Readonly<Record<string, FormState>>) => void;
}) {
  const { fields, parts, path, context } = props;
  const named = props.legend !== '' && !/\.\d+$/.test(path);
  const error = context.errorAt(path);
  return (
    <fieldset className={`min-w-0 ${named && !props.bare ? 'border-t border-line pt-3' : ''}`}>
      {named ? <legend className={props.bare ? 'sr-only' : legendLook}>{context.words.label(path)}</legend> : null}
      {error ? <p className="clear-both mb-2 text-xs font-medium text-bad-ink">{error}</p> : null}
      <div className="clear-both grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-3 gap-y-3">
        {fields
          .filter((part) => part.kind !== 'constant')
          .map((part) => (
            <div key={part.name} className={isWide(part) ? 'col-span-full' : ''}>
              <FieldView
                field={part}
                state={parts[part.name] ?? formStateOf(part)}
                path={join(path, part.name)}
                context={context}
                onChange={(state) => props.onChange({ ...parts, [part.name]: state })}
              />
            </div>
          ))}
      </div>
    </fieldset>
  );
}

function ListView({ field, state, path, context, onChange, bare }: FieldProps<ListField>) {
  const { t } = useTranslation('ui');
  if (state.kind !== 'list') return null;
  const label = context.words.label(path);
  const error = context.errorAt(path);
  const inline = !isWide(field.item);
  return (
    <fieldset className={bare ? 'min-w-0' : 'min-w-0 border-t border-line pt-3'}>
      <legend className={bare ? 'sr-only' : legendLook}>{label}</legend>
      {error ? <p className="clear-both mb-2 text-xs font-medium text-bad-ink">{error}</p> : null}
      <ol className={`clear-both grid gap-3 ${inline ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]' : ''}`}>
        {state.entries.map((entry, index) => {
          const name = t('form.entry', { list: label, number: index + 1 });
          const remove =
            state.entries.length > field.minItems ? (
              <Button
                look="text"
                size="small"
                aria-label={t('form.remove', { entry: name })}
                isDisabled={context.disabled}
                onPress={() => onChange({ ...state, entries: state.entries.filter((other) => other.id !== entry.id) })}
              >
                <Trash2 aria-hidden="true" className="icon" />
              </Button>
            ) : null;
          return (
            <li key={entry.id} className={inline ? 'flex items-end gap-1.5' : 'grid gap-2 rounded-2 border border-line bg-surface-2 p-3'}>
              {inline ? null : (
                <div className="flex items-center justify-between gap-2">
                  <p className="text-xs font-medium text-ink-2">{name}</p>
                  {remove}
                </div>
              )}
              <div className="min-w-0 flex-1">
                <FieldView
                  field={field.item}
                  state={entry.state}
                  path={join(path, index)}
                  context={context}
                  onChange={(next) =>
                    onChange({
                      ...state,
                      entries: state.entries.map((other) => (other.id === entry.id ? { id: entry.id, state: next } : other)),
                    })
                  }
                />
              </div>
              {inline ? remove : null}
            </li>
          );
        })}
      </ol>
      {state.entries.length < field.maxItems ? (
        <Button
          size="small"
          className="clear-both mt-3"
          aria-label={t('form.addTo', { list: label })}
          isDisabled={context.disabled}
          onPress={() =>
            onChange({
              kind: 'list',
              entries: [...state.entries, { id: state.nextId, state: formStateOf(field.item) }],
              nextId: state.nextId + 1,
            })
          }
        >
          <Plus aria-hidden="true" className="icon" />
          {t('form.add')}
        </Button>
      ) : null}
    </fieldset>
  );
}

function OptionalView({ field, state, path, context, onChange }: FieldProps<OptionalField>) {
  if (state.kind !== 'optional') return null;
  return (
    <div className={isWide(field.inner) ? 'grid content-start gap-2 border-t border-line pt-3' : 'grid content-start gap-2'}>
      <label className="inline-flex items-center gap-2.5 rounded-1 text-sm text-ink-2">
        <input
          type="checkbox"
          checked={state.present}
          disabled={context.disabled}
          onChange={(event) => onChange({ ...state, present: event.target.checked })}
          className="size-5 accent-primary"
        />
        {context.words.label(path)}
      </label>
      {state.present ? (
        <FieldView
          bare
          field={field.inner}
          state={state.inner}
          path={path}
          context={context}
          onChange={(inner) => onChange({ ...state, inner })}
        />
      ) : null}
    </div>
  );
}

function VariantView({ field, state, path, context, onChange }: FieldProps<VariantField>) {
  const id = useId();
  if (state.kind !== 'variant') return null;
  const option = field.options.find(({ value }) => value === state.value);
  const inner = option ? state.options[option.value] : undefined;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm text-ink-2">
          {context.words.label(/(^|\.)\d+$/.test(path) ? join(path, field.discriminator) : path || field.discriminator)}
        </label>
        <select
          id={id}
          name={join(path, field.discriminator)}
          disabled={context.disabled}
          value={state.value}
          className={inputLook}
          onChange={(event) => onChange({ ...state, value: event.target.value })}
        >
          {field.options.map(({ value }) => (
            <option key={value} value={value}>
              {context.words.choice(join(path, field.discriminator), value)}
            </option>
          ))}
        </select>
      </div>
      {option && inner?.kind === 'group' && option.fields.length > 0 ? (
        <Parts
          fields={option.fields}
          parts={inner.parts}
          path={path}
          legend=""
          bare
          context={context}
          onChange={(parts) => onChange({ ...state, options: { ...state.options, [option.value]: { kind: 'group', parts } } })}
        />
      ) : null}
    </div>
  );
}

function EitherView({ field, state, path, context, onChange }: FieldProps<EitherField>) {
  const { t } = useTranslation('ui');
  const id = useId();
  if (state.kind !== 'variant') return null;
  const option = field.options.find(({ value }) => value === state.value);
  const inner = option ? state.options[option.value] : undefined;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm text-ink-2">
        {t('form.valueKind', { what: context.words.label(path) })}
      </label>
      <select
        id={id}
        disabled={context.disabled}
        value={state.value}
        className={inputLook}
        onChange={(event) => onChange({ ...state, value: event.target.value })}
      >
        {field.options.map(({ value }) => (
          <option key={value} value={value}>
            {t(`form.kinds.${value}`)}
          </option>
        ))}
      </select>
      {option && inner ? (
        <FieldView
          field={option.field}
          state={inner}
          path={path}
          context={context}
          onChange={(next) => onChange({ ...state, options: { ...state.options, [option.value]: next } })}
        />
      ) : null}
    </div>
  );
}

function RecordView({ field, state, path, context, onChange, bare }: FieldProps<RecordField>) {
  const { t } = useTranslation('ui');
  if (state.kind !== 'record') return null;
  const label = context.words.label(path);
  const error = context.errorAt(path);
  const change = (id: number, next: Partial<RecordEntry>) =>
    onChange({ ...state, entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...next } : entry)) });
  return (
    <fieldset className={bare ? 'min-w-0' : 'min-w-0 border-t border-line pt-3'}>
      <legend className={bare ? 'sr-only' : legendLook}>{label}</legend>
      {error ? <p className="clear-both mb-2 text-xs font-medium text-bad-ink">{error}</p> : null}
      <ol className="clear-both grid gap-3">
        {state.entries.map((entry) => (
          <li key={entry.id} className="grid items-start gap-2 sm:grid-cols-[12rem_1fr_auto]">
            <Labelled label={t('form.name')}>
              {(ids) => (
                <input
                  {...ids}
                  value={entry.key}
                  disabled={context.disabled}
                  className={inputLook}
                  onChange={(event) => change(entry.id, { key: event.target.value })}
                />
              )}
            </Labelled>
            <FieldView
              field={field.item}
              state={entry.state}
              path={join(path, entry.key)}
              context={context}
              onChange={(next) => change(entry.id, { state: next })}
            />
            <Button
              look="text"
              size="small"
              aria-label={t('form.remove', { entry: `${label} ${entry.key}` })}
              isDisabled={context.disabled}
              onPress={() => onChange({ ...state, entries: state.entries.filter((other) => other.id !== entry.id) })}
            >
              <Trash2 aria-hidden="true" className="icon" />
            </Button>
          </li>
        ))}
      </ol>
      <Button
        size="small"
        className="clear-both mt-3"
        aria-label={t('form.addTo', { list: label })}
        isDisabled={context.disabled}
        onPress={() =>
          onChange({
            kind: 'record',
            entries: [...state.entries, { id: state.nextId, key: '', state: formStateOf(field.item) }],
            nextId: state.nextId + 1,
          })
        }
      >
        <Plus aria-hidden="true" className="icon" />
        {t('form.add')}
      </Button>
    </fieldset>
  );
}

function SheetView({ field, state, path, context, onChange }: FieldProps<SheetField>) {
  if (state.kind !== 'sheet') return null;
  const error = context.errorAt(path);
  return (
    <div className="grid gap-1">
      <p aria-hidden="true" className="text-sm text-ink-2">
        {context.words.label(path)}
      </p>
      <NumberGrid
        from={field.from}
        to={field.to}
        pick={field.maxItems}
        chosen={state.numbers}
        legend={context.words.label(path)}
        disabled={context.disabled}
        onChange={(numbers) => onChange({ kind: 'sheet', numbers })}
      />
      {error ? <p className="text-xs font-medium text-bad-ink">{error}</p> : null}
    </div>
  );
}
