/**
 * What a printer answers to `DLE EOT n`, one byte each. Example: 0x72 to n = 4 says that both sensors see no paper: paper out.
 * Source: the ESC/POS command reference, real-time status transmission.
 */
import type { PrinterState } from './printer-port.ts';

export const askStatus = (kind: 1 | 2 | 3 | 4): Uint8Array<ArrayBuffer> => Uint8Array.of(0x10, 0x04, kind);

/** Bits 1 and 4 are one and bits 0 and 7 zero in every true answer. */
const isAnswer = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0010;

/** `offline` is the answer to n = 2, `paper` to n = 4. */
export function readStatus({ offline, paper }: { readonly offline: number; readonly paper: number }): PrinterState {
  if (!isAnswer(offline) || !isAnswer(paper)) return 'fault';
  if ((offline & 0x04) !== 0) return 'cover-open';
  if ((paper & 0x60) !== 0 || (offline & 0x20) !== 0) return 'paper-out';
  if ((offline & 0x40) !== 0) return 'fault';
  return (paper & 0x0c) === 0 ? 'ready' : 'paper-low';
}
