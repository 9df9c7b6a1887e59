import { expect, test } from 'vitest';
import { readStatus } from './printer-status.ts';
import { type UsbPrinterDevice, usbPrinter } from './webusb-printer.ts';

/** A printer at a USB port: answers status on its way back, takes jobs on its way in. */
function printer(behaviour: { paper: number; unplugAfterBytes?: number; oneWay?: boolean }) {
  const taken: number[] = [];
  const answers: number[] = [];
  const ends = [
    { direction: 'out', type: 'bulk', endpointNumber: 1 },
    ...(behaviour.oneWay ? [] : [{ direction: 'in', type: 'bulk', endpointNumber: 2 }]),
  ];
  const device = {
    opened: false,
    configuration: null,
    configurations: [{ interfaces: [{ interfaceNumber: 0, alternates: [{ interfaceClass: 7, endpoints: ends }] }] }],
    open: () => Promise.resolve(Object.assign(device, { opened: true })),
    selectConfiguration: () => Promise.resolve(),
    claimInterface: () => Promise.resolve(),
    transferOut: async (_: number, bytes: Uint8Array) => {
      if (bytes[0] === 0x10 && bytes[1] === 0x04) answers.push(bytes[2] === 2 ? 0x12 : behaviour.paper);
      else taken.push(...bytes);
      if (behaviour.unplugAfterBytes !== undefined && taken.length > behaviour.unplugAfterBytes) throw new Error('unplugged');
      return { status: 'ok', bytesWritten: bytes.length };
    },
    transferIn: async () => ({ status: 'ok', data: new DataView(Uint8Array.of(answers.shift() ?? 0).buffer) }),
  };
  return { taken, device: device as unknown as UsbPrinterDevice };
}

const job = Uint8Array.from({ length: 10_000 }, (_, index) => index % 256);

test('a USB printer gets the job byte for byte, also over a cable that cannot answer', async () => {
  for (const oneWay of [false, true]) {
    const { device, taken } = printer({ paper: 0x12, oneWay });
    expect(await usbPrinter(device).print(job)).toEqual({ kind: 'printed' });
    expect(taken).toEqual([...job]);
  }
});

test('without paper nothing is begun; pulled out in the middle, it is open what is on paper', async () => {
  const empty = printer({ paper: 0x72 });
  expect(await usbPrinter(empty.device).print(job)).toEqual({ kind: 'not-begun', cause: 'paper-out' });
  expect(empty.taken).toEqual([]);
  expect(await usbPrinter(printer({ paper: 0x12, unplugAfterBytes: 5_000 }).device).print(job)).toEqual({
    kind: 'interrupted',
    cause: 'offline',
  });
});

test('every answer of a printer is a state, and noise on the line is a fault', () => {
  expect(readStatus({ offline: 0x12, paper: 0x12 })).toBe('ready');
  expect(readStatus({ offline: 0x12, paper: 0x1e })).toBe('paper-low');
  expect(readStatus({ offline: 0x12, paper: 0x7e })).toBe('paper-out');
  expect(readStatus({ offline: 0x32, paper: 0x12 })).toBe('paper-out');
  expect(readStatus({ offline: 0x16, paper: 0x12 })).toBe('cover-open');
  expect(readStatus({ offline: 0x52, paper: 0x12 })).toBe('fault');
  for (const noise of [0x00, 0xff, 0x41, 0x92]) expect(readStatus({ offline: noise, paper: 0x12 })).toBe('fault');
});
