/**
 * What a form holds while it is being filled in, and how that becomes the JSON a schema asks for.
 *
 * Amounts, percentages and numbers are held as the text a person typed, so that nothing typed is ever lost or changed
 * under their hands; alternatives keep what was entered for each, so that looking at another one costs nothing. Reading
 * the form gives either the JSON or every complaint at once, each with the path the API would use (`cascade.0.step`).
 *
 * Example: the percentage `55` reads as 5,500 basis points, `7,5` as 750, and `7,505` is refused: a basis point is the least.
 */
import { decimalText, parseMoney } from '../format/format-money.ts';
import type { FormField, ValueKind, VariantField } from './describe-form.ts';

export type FormState =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'sheet'; readonly numbers: readonly number[] }
  | { readonly kind: 'group'; readonly parts: Readonly<Record<string, FormState>> }
  | { readonly kind: 'list'; readonly entries: readonly { readonly id: number; readonly state: FormState }[]; readonly nextId: number }
  | { readonly kind: 'optional'; readonly present: boolean; readonly inner: FormState }
  | { readonly kind: 'variant'; readonly value: string; readonly options: Readonly<Record<string, FormState>> }
  | { readonly kind: 'record'; readonly entries: readonly RecordEntry[]; readonly nextId: number };

export type RecordEntry = { readonly id: number; readonly key: string; readonly state: FormState };

/** A complaint about one field; `code` is a key under `form.invalid`. */
export type FormComplaint = { readonly path: string; readonly code: string; readonly facts?: Readonly<Record<string, string | number>> };

export type FormReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly complaints: readonly FormComplaint[] };

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The state that shows `value`; what `value` does not say is empty. */
export function formStateOf(field: FormField, value?: unknown): FormState {
  switch (field.kind) {
    case 'constant':
      return { kind: 'constant', value: field.value };
    case 'boolean':
      return { kind: 'boolean', value: value === true };
    case 'sheet':
      return { kind: 'sheet', numbers: Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [] };
    case 'group':
      return {
        kind: 'group',
        parts: Object.fromEntries(
          field.fields.map((part) => [part.name, formStateOf(part, isRecord(value) ? value[part.name] : undefined)]),
        ),
      };
    case 'list': {
      const given: readonly unknown[] = Array.isArray(value) ? value : Array.from({ length: field.minItems }, () => undefined);
      return { kind: 'list', entries: given.map((item, id) => ({ id, state: formStateOf(field.item, item) })), nextId: given.length };
    }
    case 'optional': {
      const present = value !== undefined && value !== null;
      return { kind: 'optional', present, inner: formStateOf(field.inner, present ? value : field.initial) };
    }
    case 'variant': {
      const given = isRecord(value) ? String(value[field.discriminator]) : (field.options[0]?.value ?? '');
      return {
        kind: 'variant',
        value: given,
        options: Object.fromEntries(
          field.options.map((option) => [
            option.value,
            formStateOf(optionGroup(field, option), option.value === given ? value : undefined),
          ]),
        ),
      };
    }
    case 'either': {
      const given = field.options.find((option) => option.value === kindOf(value))?.value ?? field.options[0]?.value ?? '';
      return {
        kind: 'variant',
        value: given,
        options: Object.fromEntries(
          field.options.map((option) => [option.value, formStateOf(option.field, option.value === given ? value : undefined)]),
        ),
      };
    }
    case 'record': {
      const given = Object.entries(isRecord(value) ? value : {});
      return {
        kind: 'record',
        entries: given.map(([key, item], id) => ({ id, key, state: formStateOf(field.item, item) })),
        nextId: given.length,
      };
    }
    default:
      return { kind: 'text', text: value === undefined || value === null ? '' : textOf(field.kind, value) };
  }
}

function kindOf(value: unknown): ValueKind | null {
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  if (kind === 'string' || kind === 'number' || kind === 'boolean') return kind;
  return kind === 'object' && value !== null ? 'object' : null;
}

const optionGroup = (field: VariantField, option: VariantField['options'][number]): FormField => ({
  kind: 'group',
  name: field.name,
  fields: option.fields,
});

function textOf(kind: FormField['kind'], value: unknown): string {
  if (kind === 'money') return decimalText(BigInt(String(value)), 2).replace('.', ',');
  if (kind === 'bps')
    return (
      decimalText(BigInt(Number(value)), 2)
        .replace(/\.?0+$/, '')
        .replace('.', ',') || '0'
    );
  return String(value);
}

const trimmed = (text: string): string => text.trim();

export function readForm(field: FormField, state: FormState): FormReading {
  const complaints: FormComplaint[] = [];
  const value = read(field, state, '', complaints);
  return complaints.length === 0 ? { ok: true, value } : { ok: false, complaints };
}

const join = (path: string, part: string | number): string => (path === '' ? String(part) : `${path}.${part}`);

function read(field: FormField, state: FormState, path: string, complaints: FormComplaint[]): unknown {
  const complain = (code: string, facts?: Readonly<Record<string, string | number>>): undefined => {
    complaints.push({ path, code, ...(facts ? { facts } : {}) });
    return undefined;
  };
  if (field.kind === 'constant') return field.value;
  if (field.kind === 'boolean' && state.kind === 'boolean') return state.value;
  if (field.kind === 'sheet' && state.kind === 'sheet') {
    if (state.numbers.length < field.minItems) return complain('itemsMin', { count: field.minItems });
    if (state.numbers.length > field.maxItems) return complain('itemsMax', { count: field.maxItems });
    return [...state.numbers];
  }
  if (field.kind === 'group' && state.kind === 'group') return readGroup(field.fields, state.parts, path, complaints);
  if (field.kind === 'list' && state.kind === 'list') {
    if (state.entries.length < field.minItems) complain('itemsMin', { count: field.minItems });
    if (state.entries.length > field.maxItems) complain('itemsMax', { count: field.maxItems });
    return state.entries.map((entry, index) => read(field.item, entry.state, join(path, index), complaints));
  }
  if (field.kind === 'optional' && state.kind === 'optional')
    return state.present ? read(field.inner, state.inner, path, complaints) : field.absent;
  if (field.kind === 'variant' && state.kind === 'variant') {
    const option = field.options.find(({ value }) => value === state.value);
    const inner = option ? state.options[option.value] : undefined;
    if (!option || inner?.kind !== 'group') return complain('choice');
    return { [field.discriminator]: option.value, ...readGroup(option.fields, inner.parts, path, complaints) };
  }
  if (field.kind === 'either' && state.kind === 'variant') {
    const option = field.options.find(({ value }) => value === state.value);
    const inner = option ? state.options[option.value] : undefined;
    return option && inner ? read(option.field, inner, path, complaints) : complain('choice');
  }
  if (field.kind === 'record' && state.kind === 'record') {
    const keys = state.entries.map((entry) => trimmed(entry.key));
    if (keys.some((key, index) => key === '' || keys.indexOf(key) !== index)) complain('names');
    return Object.fromEntries(
      state.entries.map((entry) => [trimmed(entry.key), read(field.item, entry.state, join(path, trimmed(entry.key)), complaints)]),
    );
  }
  if (state.kind === 'text') return readText(field, trimmed(state.text), complain);
  throw new Error(`form state does not belong to field ${field.name}`);
}

function readGroup(fields: readonly FormField[], parts: Readonly<Record<string, FormState>>, path: string, complaints: FormComplaint[]) {
  const entries = fields.flatMap((part): [string, unknown][] => {
    const value = read(part, parts[part.name] ?? formStateOf(part), join(path, part.name), complaints);
    return value === undefined ? [] : [[part.name, value]];
  });
  return Object.fromEntries(entries);
}

type Complain = (code: string, facts?: Readonly<Record<string, string | number>>) => undefined;

function readText(field: FormField, text: string, complain: Complain): unknown {
  if (text === '' && !(field.kind === 'text' && field.minLength === 0 && field.pattern === null)) return complain('required');
  switch (field.kind) {
    case 'integer': {
      if (!/^[-\u2212]?\d+$/.test(text)) return complain('integer');
      return within(Number(text.replace('\u2212', '-')), field.min, field.max, String, complain);
    }
    case 'bps': {
      const match = /^(\d+)(?:[.,](\d{1,2}))?\s*%?$/.exec(text);
      if (!match) return complain('percent');
      return within(Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`), field.min, field.max, (bps) => `${bps / 100} %`, complain);
    }
    case 'money': {
      const minor = parseMoney(text);
      if (minor === null) return complain('amount');
      const digits = minor.toString();
      return field.pattern && !new RegExp(field.pattern).test(digits) ? complain('amount') : digits;
    }
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : complain('date');
    case 'instant': {
      const at = Date.parse(text);
      if (Number.isNaN(at)) return complain('date');
      // An instant that was there stays as it was written.
      return text.endsWith('Z') ? text : new Date(at).toISOString();
    }
    case 'choice':
      return field.options.includes(text) ? text : complain('choice');
    case 'text':
      if (text.length < field.minLength) return complain('lengthMin', { min: field.minLength });
      if (text.length > field.maxLength) return complain('lengthMax', { max: field.maxLength });
      return field.pattern && !new RegExp(field.pattern).test(text) ? complain('other') : text;
    default:
      throw new Error(`field ${field.name} is not typed as text`);
  }
}

function within(value: number, min: number, max: number, show: (value: number) => string, complain: Complain): number | undefined {
  if (value < min) return complain('min', { min: show(min) });
  if (value > max) return complain('max', { max: show(max) });
  return value;
}

/** Whether a path of the API has a field of its own on the form as it stands. */
export const hasField = (field: FormField, state: FormState, path: string): boolean => path !== '' && holds(field, state, path.split('.'));

function holds(field: FormField, state: FormState, parts: readonly string[]): boolean {
  const [first, ...rest] = parts;
  if (field.kind === 'optional' && state.kind === 'optional')
    return state.present ? holds(field.inner, state.inner, parts) : first === undefined;
  if (first === undefined) return field.kind !== 'constant';
  if (field.kind === 'group' && state.kind === 'group') return holdsPart(field.fields, state.parts, first, rest);
  if (field.kind === 'list' && state.kind === 'list') {
    const entry = state.entries[Number(first)];
    return entry !== undefined && holds(field.item, entry.state, rest);
  }
  if (field.kind === 'either' && state.kind === 'variant') {
    const option = field.options.find(({ value }) => value === state.value);
    const inner = option ? state.options[option.value] : undefined;
    return option !== undefined && inner !== undefined && holds(option.field, inner, parts);
  }
  if (field.kind === 'record' && state.kind === 'record') {
    const entry = state.entries.find(({ key }) => trimmed(key) === first);
    return entry !== undefined && holds(field.item, entry.state, rest);
  }
  if (field.kind === 'variant' && state.kind === 'variant') {
    const option = field.options.find(({ value }) => value === state.value);
    const inner = option ? state.options[option.value] : undefined;
    return option !== undefined && inner?.kind === 'group' && holdsPart(option.fields, inner.parts, first, rest);
  }
  return false;
}

function holdsPart(
  fields: readonly FormField[],
  parts: Readonly<Record<string, FormState>>,
  name: string,
  rest: readonly string[],
): boolean {
  const part = fields.find((candidate) => candidate.name === name);
  const state = parts[name];
  return part !== undefined && state !== undefined && holds(part, state, rest);
}
