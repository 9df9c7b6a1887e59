/**
 * Canonical packed form of a ticket's selections, as stored with the ticket and hashed into receipts.
 *
 * Layout, version 1:
 *   byte 0   version, 1
 *   byte 1   form: 0 straight, 1 box, 2 banker, 3 wheel, 4 legs, 5 reduced
 *   straight: count, then one byte for each runner (ascending in unordered bets)
 *   box:      set
 *   banker:   set of bankers, set of partners
 *   wheel:    count of places, then one set each
 *   legs:     count of legs, then one set each
 *   reduced:  index of the system in the definition, count of legs, then one set each
 * A set is one length byte (0–8) and that many bytes of its mask, least significant first, without trailing zero bytes;
 * bit n − 1 is runner n.
 *
 * Example: box {1, 3, 9} → 01 01 02 05 01.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { MAX_RUNNER, type RunnerSet } from './runner-set.ts';
import { MAX_LEGS, MAX_PLACES, type Selections } from './selections.ts';

const VERSION = 1;
const forms = ['straight', 'box', 'banker', 'wheel', 'legs', 'reduced'] as const;

function writeSet(bytes: number[], { low, high }: RunnerSet): void {
  const at = bytes.length;
  bytes.push(0);
  let used = 0;
  for (let i = 0; i < 8; i += 1) {
    const byte = ((i < 4 ? low : high) >>> (8 * (i % 4))) & 0xff;
    bytes.push(byte);
    if (byte !== 0) used = i + 1;
  }
  bytes[at] = used;
  bytes.length = at + 1 + used;
}

function bytesOf(selections: Selections): number[] {
  const bytes = [VERSION, forms.indexOf(selections.form)];
  switch (selections.form) {
    case 'straight':
      bytes.push(selections.runners.length, ...selections.runners);
      break;
    case 'box':
      writeSet(bytes, selections.runners);
      break;
    case 'banker':
      writeSet(bytes, selections.bankers);
      writeSet(bytes, selections.partners);
      break;
    case 'wheel':
      bytes.push(selections.places.length);
      for (const place of selections.places) writeSet(bytes, place);
      break;
    case 'legs':
      bytes.push(selections.legs.length);
      for (const leg of selections.legs) writeSet(bytes, leg);
      break;
    case 'reduced':
      bytes.push(selections.system, selections.legs.length);
      for (const leg of selections.legs) writeSet(bytes, leg);
      break;
  }
  return bytes;
}

export const packSelections = (selections: Selections): Uint8Array => Uint8Array.from(bytesOf(selections));

/** The packed bytes as a text, one character each: equal for equal selections. */
export const selectionsKeyOf = (selections: Selections): string => String.fromCharCode(...bytesOf(selections));

/** Thrown and caught inside `unpackSelections` only. */
class Truncated extends Error {}

/**
 * Reads what `packSelections` wrote. Refuses anything else, so that a damaged row is found and not guessed at. Whether the
 * selections are a ticket of a pool is for `unpackTicket` to say.
 */
export function unpackSelections(bytes: Uint8Array): Outcome<Selections, 'packed_selections_unreadable'> {
  let at = 2;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Truncated();
    at += 1;
    return byte;
  };
  const readSet = (): RunnerSet => {
    const length = next();
    if (length > 8) throw new Truncated();
    let low = 0;
    let high = 0;
    for (let i = 0; i < length; i += 1) {
      const byte = next();
      if (i === length - 1 && byte === 0) throw new Truncated();
      if (i < 4) low |= byte << (8 * i);
      else high |= byte << (8 * (i - 4));
    }
    return { low, high };
  };
  const readCount = (most: number): number => {
    const count = next();
    if (count < 1 || count > most) throw new Truncated();
    return count;
  };
  const readRunners = () => Array.from({ length: readCount(MAX_PLACES) }, () => readCount(MAX_RUNNER));
  const readSets = (most: number) => Array.from({ length: readCount(most) }, readSet);
  const read = (): Selections => {
    switch (forms[bytes[1] ?? -1]) {
      case 'straight':
        return { form: 'straight', runners: readRunners() };
      case 'box':
        return { form: 'box', runners: readSet() };
      case 'banker':
        return { form: 'banker', bankers: readSet(), partners: readSet() };
      case 'wheel':
        return { form: 'wheel', places: readSets(MAX_PLACES) };
      case 'legs':
        return { form: 'legs', legs: readSets(MAX_LEGS) };
      case 'reduced':
        return { form: 'reduced', system: next(), legs: readSets(MAX_LEGS) };
      default:
        throw new Truncated();
    }
  };
  try {
    if (bytes[0] !== VERSION) throw new Truncated();
    const selections = read();
    if (at !== bytes.length) throw new Truncated();
    return ok(selections);
  } catch (error) {
    if (error instanceof Truncated) return refuse('packed_selections_unreadable', { facts: { atByte: at } });
    throw error;
  }
}
