/**
 * What a form has to ask, read from a schema.
 *
 * A definition's schema already says everything a form needs: names, kinds, bounds, alternatives. This turns it (zod, or
 * JSON Schema as the API publishes it) into a tree of fields, so that a new setting in a definition appears in the
 * designer without anybody drawing it.
 *
 * Kinds that JSON Schema does not know come from the house's naming rule that units stand last, or from `format`/`widget`
 * in the schema's metadata: `takeoutBps` is a percentage, `unitCents` an amount (digits in a string), `closesAt` an instant,
 * `…Date` or a `format: date` a day. A list of distinct integers within bounds is a sheet of numbers to tick.
 *
 * Example: `z.strictObject({ takeoutBps: z.int().min(0).max(10_000) })` is a group of one percentage between 0 and 100 %.
 */
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

type Base = { readonly name: string };

export type GroupField = Base & { readonly kind: 'group'; readonly fields: readonly FormField[] };
export type ListField = Base & { readonly kind: 'list'; readonly item: FormField; readonly minItems: number; readonly maxItems: number };
/** Alternatives told apart by a constant: `{ paidBy: 'operator' } | { paidBy: 'takeout', floorBps }`. */
export type VariantField = Base & {
  readonly kind: 'variant';
  readonly discriminator: string;
  readonly options: readonly { readonly value: string; readonly fields: readonly FormField[] }[];
};
/** Alternatives told apart by their kind of value alone: one number, or a list of them. */
export type EitherField = Base & {
  readonly kind: 'either';
  readonly options: readonly { readonly value: ValueKind; readonly field: FormField }[];
};
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';
/** Names a person gives, each with a value: hits by panel, digits by name. */
export type RecordField = Base & { readonly kind: 'record'; readonly item: FormField };
/** May be absent: null, or left out when `absent` is `undefined`; `initial` is what it starts from when it is wanted. */
export type OptionalField = Base & {
  readonly kind: 'optional';
  readonly absent: null | undefined;
  readonly inner: FormField;
  readonly initial?: unknown;
};
export type ChoiceField = Base & { readonly kind: 'choice'; readonly options: readonly string[] };
export type ConstantField = Base & { readonly kind: 'constant'; readonly value: unknown };
export type NumberField = Base & { readonly kind: 'integer' | 'bps'; readonly min: number; readonly max: number };
export type MoneyField = Base & { readonly kind: 'money'; readonly pattern: string | null };
export type TextField = Base & {
  readonly kind: 'text';
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string | null;
};
export type PlainField = Base & { readonly kind: 'boolean' | 'date' | 'instant' };
export type SheetField = Base & {
  readonly kind: 'sheet';
  readonly from: number;
  readonly to: number;
  readonly minItems: number;
  readonly maxItems: number;
};

export type FormField =
  | GroupField
  | ListField
  | VariantField
  | EitherField
  | RecordField
  | OptionalField
  | ChoiceField
  | ConstantField
  | NumberField
  | MoneyField
  | TextField
  | PlainField
  | SheetField;

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isObject) : []);
const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Largest sheet of numbers drawn to tick; a longer range is typed. */
const LARGEST_SHEET = 100;
const MAX_DEPTH = 24;

/** The form of a schema. Throws on a schema it cannot draw: that is a bug in the schema or here, not a person's mistake. */
export function describeForm(schema: z.ZodType | JsonSchema, name = ''): FormField {
  const json = schema instanceof z.ZodType ? (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema) : schema;
  return describe(json, name, json, 0);
}

function describe(given: JsonSchema, name: string, root: JsonSchema, depth: number): FormField {
  if (depth > MAX_DEPTH) throw new Error(`schema nests too deeply at ${name}`);
  const schema = resolve(given, root);
  if ('const' in schema) return { kind: 'constant', name, value: schema.const };
  const alternatives = [...objects(schema.anyOf), ...objects(schema.oneOf)];
  if (alternatives.length > 0) return describeAlternatives(alternatives, schema, name, root, depth);
  if (Array.isArray(schema.enum)) return { kind: 'choice', name, options: schema.enum.map(String) };
  switch (schema.type) {
    case 'object':
      return isObject(schema.additionalProperties)
        ? { kind: 'record', name, item: describe(schema.additionalProperties, '', root, depth + 1) }
        : { kind: 'group', name, fields: describeProperties(schema, root, depth) };
    case 'array':
      return describeList(schema, name, root, depth);
    case 'boolean':
      return { kind: 'boolean', name };
    case 'integer':
    case 'number':
      return describeNumber(schema, name);
    case 'string':
      return describeText(schema, name);
    default:
      throw new Error(`schema of ${name || 'the form'} cannot be drawn: ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema.$ref;
  if (typeof reference !== 'string') return schema;
  let found: unknown = root;
  for (const part of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) found = isObject(found) ? found[part] : undefined;
  if (!isObject(found)) throw new Error(`schema refers to ${reference}, which is not there`);
  return found;
}

function describeProperties(schema: JsonSchema, root: JsonSchema, depth: number): readonly FormField[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const field = describe(property, name, root, depth + 1);
    if (required.has(name) || field.kind === 'optional') return [field];
    const initial = 'default' in property ? { initial: property.default } : {};
    return [{ kind: 'optional', name, absent: undefined, inner: field, ...initial } as const];
  });
}

function describeAlternatives(
  alternatives: readonly JsonSchema[],
  whole: JsonSchema,
  name: string,
  root: JsonSchema,
  depth: number,
): FormField {
  const present = alternatives.filter((alternative) => alternative.type !== 'null');
  if (present.length < alternatives.length) {
    const [only] = present;
    const inner =
      present.length === 1 && only ? describe(only, name, root, depth + 1) : describeAlternatives(present, whole, name, root, depth + 1);
    return { kind: 'optional', name, absent: null, inner };
  }
  if (present.every((alternative) => 'const' in alternative)) {
    return { kind: 'choice', name, options: present.map((alternative) => String(alternative.const)) };
  }
  const resolved = present.map((alternative) => resolve(alternative, root));
  const constantsOf = (alternative: JsonSchema): ReadonlyMap<string, unknown> =>
    new Map(
      Object.entries(isObject(alternative.properties) ? alternative.properties : {}).flatMap(([property, inner]): [string, unknown][] =>
        isObject(inner) && 'const' in inner ? [[property, inner.const]] : [],
      ),
    );
  const constants = resolved.map(constantsOf);
  // A constant that is the same in all of them (a schema version) tells nothing apart.
  const discriminator = [...(constants[0]?.keys() ?? [])].find(
    (property) => new Set(constants.map((ofOne) => ofOne.get(property) ?? null)).size === constants.length,
  );
  if (discriminator === undefined) return describeEither(resolved, name, root, depth);
  return {
    kind: 'variant',
    name,
    discriminator,
    options: resolved.map((alternative) => {
      const fields = describeProperties(alternative, root, depth + 1);
      const constant = fields.find((field) => field.name === discriminator);
      return {
        value: constant?.kind === 'constant' ? String(constant.value) : '',
        fields: fields.filter((field) => field.name !== discriminator),
      };
    }),
  };
}

function valueKind(schema: JsonSchema): ValueKind {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'array':
    case 'object':
      return schema.type;
    default:
      throw new Error(`alternative without a type: ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function describeEither(alternatives: readonly JsonSchema[], name: string, root: JsonSchema, depth: number): FormField {
  const kinds = alternatives.map(valueKind);
  // A fixed word or any other text is a text; the API says when it is none of them.
  if (kinds.every((kind) => kind === 'string'))
    return { kind: 'text', name, minLength: 1, maxLength: Number.POSITIVE_INFINITY, pattern: null };
  if (new Set(kinds).size < kinds.length) throw new Error(`nothing tells the alternatives of ${name || 'the form'} apart`);
  return {
    kind: 'either',
    name,
    options: alternatives.map((alternative) => ({ value: valueKind(alternative), field: describe(alternative, name, root, depth + 1) })),
  };
}

function describeList(schema: JsonSchema, name: string, root: JsonSchema, depth: number): FormField {
  if (!isObject(schema.items)) throw new Error(`list ${name} does not say what it holds`);
  const item = describe(schema.items, name, root, depth + 1);
  const minItems = numberOr(schema.minItems, 0);
  const maxItems = numberOr(schema.maxItems, Number.POSITIVE_INFINITY);
  if (schema.uniqueItems === true && item.kind === 'integer' && item.max - item.min < LARGEST_SHEET) {
    return { kind: 'sheet', name, from: item.min, to: item.max, minItems, maxItems: Math.min(maxItems, item.max - item.min + 1) };
  }
  return { kind: 'list', name, item, minItems, maxItems };
}

function describeNumber(schema: JsonSchema, name: string): NumberField {
  const exclusiveMin = schema.exclusiveMinimum;
  const exclusiveMax = schema.exclusiveMaximum;
  const min = typeof exclusiveMin === 'number' ? exclusiveMin + 1 : numberOr(schema.minimum, Number.MIN_SAFE_INTEGER);
  const max = typeof exclusiveMax === 'number' ? exclusiveMax - 1 : numberOr(schema.maximum, Number.MAX_SAFE_INTEGER);
  return { kind: name.endsWith('Bps') || schema.widget === 'bps' ? 'bps' : 'integer', name, min, max };
}

function describeText(schema: JsonSchema, name: string): FormField {
  const format = schema.format;
  if (name.endsWith('Cents') || schema.widget === 'money') return { kind: 'money', name, pattern: textOrNull(schema.pattern) };
  if (format === 'date-time' || /[a-z]At$/.test(name) || name === 'effectiveFrom' || schema.widget === 'instant')
    return { kind: 'instant', name };
  if (format === 'date' || /Dates?$/.test(name) || schema.widget === 'date') return { kind: 'date', name };
  return {
    kind: 'text',
    name,
    minLength: numberOr(schema.minLength, 0),
    maxLength: numberOr(schema.maxLength, Number.POSITIVE_INFINITY),
    pattern: textOrNull(schema.pattern),
  };
}
