/**
 * The part of JSON Schema that the OpenAPI document uses: whether a value fits, and one value that does. A keyword that is not known here
 * is an error and not ignored, so that "does not fit" means what the document says.
 */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly description?: string;
};

const KNOWN = new Set(
  'type properties required additionalProperties items oneOf anyOf enum pattern format minLength maxLength minItems maxItems minimum maximum default example description'.split(
    ' ',
  ),
);

/** Formats are only narrowed by what no reading of them allows: the server may be stricter. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  email: /^\S+@\S+$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Alternatives, whether told apart by a field or not. */
const optionsOf = ({ oneOf, anyOf }: Schema): readonly Schema[] | undefined => oneOf ?? anyOf;

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : typeof type === 'string' ? [type] : type);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function fitsText(schema: Schema, text: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  if (text.length > maxLength || text.length < minLength) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false;
  return format === undefined || (FORMATS[format]?.test(text) ?? true);
}

export function fits(schema: Schema, value: unknown): boolean {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword));
  if (unknown) throw new Error(`the checker does not know "${unknown}"`);
  // Any JSON: it may be nested deeper than can be walked.
  if (typesOf(schema).length > 2 || Object.keys(schema).length === 0) return true;
  const options = optionsOf(schema);
  if (options) return options.some((option) => fits(option, value));
  if (schema.enum && !schema.enum.includes(value)) return false;
  const types = typesOf(schema);
  const kind = kindOf(value);
  if (types.length > 0 && !types.includes(kind) && !(kind === 'number' && types.includes('integer') && Number.isSafeInteger(value)))
    return false;
  if (typeof value === 'string') return fitsText(schema, value);
  if (typeof value === 'number')
    return value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) && value <= (schema.maximum ?? Number.POSITIVE_INFINITY);
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
    return value.length >= minItems && value.length <= maxItems && value.every((item) => fits(items, item));
  }
  if (!isObject(value)) return true;
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, field]) => {
    if (Object.hasOwn(properties, name)) return fits(properties[name] ?? {}, field);
    return typeof additionalProperties === 'boolean' ? additionalProperties : fits(additionalProperties, field);
  });
}

/** Gives a value for a field of that name, or undefined to let the schema decide. */
export type Known = (name: string, schema: Schema) => unknown;

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'someone@example.ad',
  date: '1990-05-04',
  'date-time': '2026-12-01T20:30:00.000Z',
  uuid: '0190163d-8694-739b-aea5-966c26f8ad91',
};

/** One text for each pattern that the document uses without an example of its own. */
const TEXTS = ['Núria', 'AD', '123456', '5', '+376312345', 'a'.repeat(64), 'A'.repeat(43), 'a', '2.5'];

function sampleText(schema: Schema): string {
  const { example } = schema;
  const fits = (text: string) => fitsText(schema, text);
  const found = schema.format ? BY_FORMAT[schema.format] : typeof example === 'string' && fits(example) ? example : TEXTS.find(fits);
  if (found === undefined) throw new Error(`no text is known that fits ${JSON.stringify(schema)}`);
  return found;
}

/** A well-formed value, with every field there is; `pick` chooses among alternatives. */
export function sampleOf(schema: Schema, known: Known, pick: (count: number) => number, name = ''): unknown {
  const given = known(name, schema);
  if (given !== undefined) return given;
  const options = optionsOf(schema);
  if (options) return sampleOf(options[pick(options.length)] ?? {}, known, pick, name);
  if (schema.enum) return schema.enum[pick(schema.enum.length)];
  const [type] = typesOf(schema);
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return pick(2) === 0;
  if (type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(schema.items ?? {}, known, pick, name));
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([field, of]) => [field, sampleOf(of, known, pick, field)] as const),
  );
}
