import { describe, expect, it } from 'vitest';
import { unhex } from './byte-strings.ts';
import { packedReader } from './packed-lines.ts';

// The 6/45 line 1-2-3-4-5-6, one unit, with its check byte; then the same with two entries.
const line = unhex('0101010000010000' + '3f0000000000');
const check = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
};
const packed = Uint8Array.from([...line, check(line)]);
const entryBytes = 7;

describe('packed lines', () => {
  it('are read where the check byte is that of the published polynomial (check value F4)', () => {
    expect(check(new TextEncoder().encode('123456789'))).toBe(0xf4);
    expect(packedReader(1, entryBytes, false)(packed, 0, packed.length)).toMatchObject({
      units: 1,
      digitCount: 0,
      entriesAt: 7,
      entryCount: 1,
      end: 14,
    });
  });

  it('are refused for another family, version or entry size, any changed byte, and a cut or lengthened end', () => {
    const read = packedReader(1, entryBytes, false);
    expect(packedReader(2, entryBytes, false)(packed, 0, packed.length)).toBeNull();
    expect(packedReader(1, entryBytes + 1, false)(packed, 0, packed.length)).toBeNull();
    for (let at = 0; at < packed.length; at += 1) {
      const changed = packed.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(read(changed, 0, changed.length), `byte ${at}`).toBeNull();
      expect(read(packed, 0, at), `cut at ${at}`).toBeNull();
    }
    expect(read(Uint8Array.from([...packed, 0]), 0, packed.length + 1)).toBeNull();
  });

  it('may be followed by plays of add-ons where the game has any', () => {
    const longer = Uint8Array.from([...packed, 1, 2, 3]);
    expect(packedReader(1, entryBytes, true)(longer, 0, longer.length)).toMatchObject({ entryCount: 1, end: 14 });
    expect(packedReader(1, entryBytes, true)(packed, 0, packed.length - 1)).toBeNull();
  });
});
