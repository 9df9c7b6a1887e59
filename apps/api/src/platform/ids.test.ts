import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { systemEntropy } from './entropy.ts';
import { parseWireId, uuidV7, wireId } from './ids.ts';

describe('identifiers', () => {
  it('rise strictly within a process, also when the clock stands still or steps back', () => {
    let now = 1_800_000_000_000;
    const ids = uuidV7({ now: () => new Date(now) }, systemEntropy);
    let last = '';
    for (let i = 0; i < 20_000; i += 1) {
      if (i === 10_000) now -= 5_000;
      const id = ids.next();
      expect(id > last).toBe(true);
      last = id;
    }
  });

  it('are version 7, variant 10, with the clock’s milliseconds first', () => {
    const ids = uuidV7({ now: () => new Date(0x0193_0000_0000) }, systemEntropy);
    expect(ids.next()).toMatch(/^01930000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('survive the wire', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(parseWireId('ticket', wireId('ticket', uuid))).toBe(uuid);
      }),
    );
  });

  it('of another kind, length, alphabet or range are not read', () => {
    const ticket = wireId('ticket', uuidV7(systemClock, systemEntropy).next());
    for (const text of [
      ticket.replace('tkt', 'con'),
      `${ticket}0`,
      ticket.slice(0, -1),
      `${ticket.slice(0, -1)}U`,
      `tkt_${'Z'.repeat(26)}`,
      '',
    ])
      expect(parseWireId('ticket', text)).toBeNull();
  });
});
