/** One change at a time, at every place and depth of a JSON value: what a careless, a broken and a hostile sender would put there. */

/** Stands for JSON text that no value serialises to. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Mutation = {
  /** `wager.lines.0: a lone surrogate`. */
  readonly what: string;
  /** The whole body as it is sent. */
  readonly text: string;
  /** The body as a parser reads it, or undefined when no JSON is left. */
  readonly value: unknown;
};

type Change = readonly [what: string, value: unknown];

const nested = (depth: number, open: string, close: string) => new RawJson(`${open.repeat(depth)}0${close.repeat(depth)}`);

const NUMBERS: readonly Change[] = [
  ['a negative number', -1],
  ['zero', 0],
  ['negative zero', new RawJson('-0')],
  ['a fraction', 0.1],
  ['a number above 32 bits', 2 ** 31],
  ['a number above 53 bits', new RawJson('9007199254740993')],
  ['a number above 63 bits', new RawJson('9223372036854775808')],
  ['10 to the 400th', new RawJson(`1${'0'.repeat(400)}`)],
  ['minus 10 to the 400th', new RawJson('-1e400')],
  ['10 to the −400th', new RawJson('1e-400')],
  ['NaN', new RawJson('NaN')],
];

/** Also used in paths, queries and headers. */
export const HOSTILE_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['empty text', ''],
  ['blank text', '   '],
  ['NaN as text', 'NaN'],
  ['infinity as text', 'Infinity'],
  ['a negative amount', '-100'],
  ['a fraction as text', '0.001'],
  ['an exponent as text', '1e3'],
  ['a hexadecimal number', '0x10'],
  ['a number with a leading zero', '007'],
  ['Arabic digits', '١٢٣'],
  ['fullwidth digits', '１２'],
  ['an amount above 63 bits', '9223372036854775808'],
  ['four hundred digits', '9'.repeat(400)],
  ['long text', 'x'.repeat(501)],
  ['very long text', 'x'.repeat(20_000)],
  ['a zero character', 'a\u0000b'],
  ['control characters', 'a\u0007\u001b[31m\r\nb'],
  ['a lone surrogate', 'a\ud800b'],
  ['surrogates the wrong way round', '\udc00\ud800'],
  ['right-to-left override', '\u202egpj.exe'],
  ['zero-width characters', 'a\u200b\u200d\ufeffb'],
  ['a heap of combining marks', `e${'\u0301'.repeat(60)}`],
  ['emoji', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['SQL', "'; DROP TABLE ticket; --"],
  ['a pattern', '%_\\'],
  ['HTML', '<script>alert(1)</script>'],
  ['a template', `\${7*7}{{7*7}}`],
  ['a path', '../../../etc/passwd'],
  ['the name of a method', 'constructor'],
  ['a prototype', '__proto__'],
  ['a day that is none', '2026-02-30'],
  ['the first day', '0000-01-01'],
  ['the last instant', '9999-12-31T23:59:59.999Z'],
  ['the first instant', '0001-01-01T00:00:00.000Z'],
  ['an instant of year zero', '0000-01-01T00:00:00.000Z'],
  ['an instant that is none', '2026-13-45T99:99:99Z'],
  ['an id of another kind', 'acc_06DVPBKX2M8N4Q7R5T1W3Y6Z9C'],
  ['an id of ones', `con_${'Z'.repeat(26)}`],
];

const OTHERS: readonly Change[] = [
  ['null', null],
  ['true', true],
  ['an empty list', []],
  ['an empty object', {}],
  ['a list of nothing', [null]],
  ['an object with an empty name', { '': 0 }],
  ['arrays 10,000 deep', nested(10_000, '[', ']')],
  ['objects 5,000 deep', nested(5_000, '{"a":', '}')],
  ['arrays 100 deep', nested(100, '[', ']')],
  ['30,000 numbers', new RawJson(`[${'0,'.repeat(29_999)}0]`)],
  ['100,000 numbers', new RawJson(`[${'0,'.repeat(99_999)}0]`)],
];

/** Of a body only: a part of it is cut off in the same place. */
const BODIES: readonly Change[] = [
  ['text of 10 MB', 'x'.repeat(10 * 1024 * 1024)],
  ['no JSON', new RawJson('{"a":')],
  ['nothing', new RawJson('')],
  ['a byte order mark', new RawJson('\ufeff{}')],
];

/** For paths and queries: what no text encodes to. */
export const RAW_PATHS: readonly (readonly [what: string, text: string])[] = [
  ['a percent sign', '%'],
  ['an encoded zero', '%00'],
  ['a byte that is no text', '%ff'],
  ['an encoded surrogate', '%ED%A0%80'],
  ['an overlong slash', '%c0%af'],
  ['an encoded path', '..%2f..%2fetc%2fpasswd'],
  ['an encoded line break', 'a%0d%0aSet-Cookie:%20a=b'],
];

const ANYTHING: readonly Change[] = [...NUMBERS, ...HOSTILE_TEXTS, ...OTHERS];

const withField = (object: object, name: string, value: unknown): object => {
  const copy = { ...object };
  // An assignment to `__proto__` would set the prototype and add no field.
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

function changesOfObject(object: Record<string, unknown>): Change[] {
  const names = Object.keys(object);
  return [
    ...names.map((name): Change => [`${name} is missing`, Object.fromEntries(Object.entries(object).filter(([field]) => field !== name))]),
    ...names.map((name): Change => {
      const rest = serialise(object).slice(1);
      return [`${name} comes twice`, new RawJson(`{${JSON.stringify(name)}:null,${rest}`)];
    }),
    ['an extra field', withField(object, 'noSuchField', 1)],
    ['an extra field with an empty name', withField(object, '', 1)],
    ['a field __proto__', withField(object, '__proto__', { isAdmin: true })],
    ['a field constructor', withField(object, 'constructor', { prototype: { isAdmin: true } })],
    ['a field toString', withField(object, 'toString', 'x')],
    ['a field with a zero character in its name', withField(object, 'a\u0000b', 1)],
    ['a field with half a surrogate pair for a name', withField(object, '\ud800', 1)],
  ];
}

const changesOfArray = (items: readonly unknown[]): Change[] => [
  ['its items twice', [...items, ...items]],
  ['its items 65 times', Array.from({ length: 65 }, () => items).flat()],
  ['its items 1,001 times', Array.from({ length: 1_001 }, () => items).flat()],
  ['a null at its end', [...items, null]],
];

/** Text with the sample in it: what lies beyond a check of the first or last character. */
const changesOfText = (text: string): Change[] => [
  ['a space before', ` ${text}`],
  ['a line break after', `${text}\n`],
  ['a zero character after', `${text}\u0000`],
  ['a lone surrogate after', `${text}\ud83d`],
  ['a zero-width space within', `${text.slice(0, 1)}\u200b${text.slice(1)}`],
  ['in the other case', text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase()],
];

const rawMark = (index: number) => `\u0001raw${index}\u0001`;

/** JSON text, with raw parts put in as they are. */
function serialise(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_, part: unknown) => (part instanceof RawJson ? rawMark(raw.push(part.text) - 1) : part));
  return raw.reduce((all, part, index) => all.replace(JSON.stringify(rawMark(index)), () => part), text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All changes of a value, and of each part of it. `whole` puts a changed part back into its place. */
function* changesWithin(value: unknown, at: string, whole: (part: unknown) => unknown): Generator<readonly [what: string, body: unknown]> {
  const here = at === '' ? 'the body' : at;
  const own = Array.isArray(value)
    ? changesOfArray(value)
    : typeof value === 'object' && value !== null
      ? changesOfObject({ ...value })
      : typeof value === 'string'
        ? changesOfText(value)
        : [];
  for (const [what, changed] of [...own, ...ANYTHING, ...(at === '' ? BODIES : [])]) yield [`${here}: ${what}`, whole(changed)];
  if (Array.isArray(value)) {
    const [first] = value;
    if (value.length > 0) yield* changesWithin(first, `${at}.0`, (part) => whole([part, ...value.slice(1)]));
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      yield* changesWithin(part, at === '' ? name : `${at}.${name}`, (changed) => whole(withField(value, name, changed)));
}

/** `keeps` says which changes are made into text at all: a body is up to 10 MB. */
export function* mutationsOf(sample: unknown, keeps: (what: string) => boolean): Generator<Mutation> {
  for (const [what, body] of changesWithin(sample, '', (part) => part)) {
    if (!keeps(what)) continue;
    const text = serialise(body);
    yield { what, text, value: parsed(text) };
  }
}
