/** A receipt printer at a USB port, through the browser. The clerk chooses it once; afterwards the browser knows it. */
import type { PrinterPort, PrinterState, PrintOutcome } from './printer-port.ts';
import { canPrint } from './printer-port.ts';
import { askStatus, readStatus } from './printer-status.ts';

const PRINTER_CLASS = 7;
const STATUS_MS = 1_000;
const CHUNK_BYTES = 4_096;

/** The part of a USB device that is used here, so that a test can be one. */
export type UsbPrinterDevice = Pick<
  USBDevice,
  'opened' | 'open' | 'selectConfiguration' | 'claimInterface' | 'transferIn' | 'transferOut' | 'configuration' | 'configurations'
>;

export const askForUsbPrinter = (): Promise<USBDevice> => navigator.usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });

/** The printer chosen before, if it is plugged in. */
export async function knownUsbPrinter(): Promise<USBDevice | null> {
  if (!('usb' in navigator)) return null;
  const devices = await navigator.usb.getDevices();
  return devices.find((device) => printerEnds(device) !== null) ?? null;
}

type PrinterEnds = { readonly interfaceNumber: number; readonly out: number; readonly in: number | null };

function printerEnds(device: Pick<USBDevice, 'configurations'>): PrinterEnds | null {
  for (const { interfaces } of device.configurations)
    for (const { interfaceNumber, alternates } of interfaces)
      for (const { interfaceClass, endpoints } of alternates) {
        if (interfaceClass !== PRINTER_CLASS) continue;
        const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
        const back = endpoints.find(({ direction, type }) => direction === 'in' && type === 'bulk');
        if (out) return { interfaceNumber, out: out.endpointNumber, in: back?.endpointNumber ?? null };
      }
  return null;
}

const within = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  Promise.race([promise, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), ms))]);

export function usbPrinter(device: UsbPrinterDevice): PrinterPort {
  const opened = async (): Promise<PrinterEnds> => {
    const ends = printerEnds(device);
    if (!ends) throw new Error('no printer interface');
    if (!device.opened) {
      await device.open();
      if (!device.configuration) await device.selectConfiguration(1);
      await device.claimInterface(ends.interfaceNumber);
    }
    return ends;
  };
  const ask = async (ends: PrinterEnds, kind: 2 | 4): Promise<number> => {
    await within(device.transferOut(ends.out, askStatus(kind)), STATUS_MS);
    const { data } = await within(device.transferIn(ends.in as number, 64), STATUS_MS);
    return data && data.byteLength > 0 ? data.getUint8(data.byteLength - 1) : 0;
  };
  const state = async (): Promise<PrinterState> => {
    try {
      const ends = await opened();
      // A printer with a one-way cable cannot be asked.
      return ends.in === null ? 'ready' : readStatus({ offline: await ask(ends, 2), paper: await ask(ends, 4) });
    } catch {
      return 'offline';
    }
  };
  return {
    state,
    async print(bytes): Promise<PrintOutcome> {
      const before = await state();
      if (!canPrint(before)) return { kind: 'not-begun', cause: before };
      try {
        const ends = await opened();
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          const sent = await device.transferOut(ends.out, bytes.slice(at, at + CHUNK_BYTES));
          if (sent.status !== 'ok') return { kind: 'interrupted', cause: 'fault' };
        }
      } catch {
        return { kind: 'interrupted', cause: 'offline' };
      }
      const after = await state();
      return canPrint(after) ? { kind: 'printed' } : { kind: 'interrupted', cause: after };
    },
  };
}
