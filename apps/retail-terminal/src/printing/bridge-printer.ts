/** A printer in the shop's network: the browser cannot open its port, so a small bridge on the counter's machine does (see docs/operations/printing.md). */
import type { PrinterPort, PrinterState, PrintOutcome } from './printer-port.ts';
import { PRINTER_STATES } from './printer-port.ts';

const PRINT_MS = 15_000;
const STATE_MS = 2_000;

const known = (state: unknown): PrinterState => PRINTER_STATES.find((one) => one === state) ?? 'fault';

/** Where the bridge answers; the page's content security policy allows this address and no other. */
const BRIDGE = 'http://127.0.0.1:9101';

export const bridgePrinter = (address: string = BRIDGE, request: typeof fetch = fetch): PrinterPort => ({
  async state() {
    try {
      const answer = await request(new URL('/state', address), { signal: AbortSignal.timeout(STATE_MS) });
      return known(((await answer.json()) as { state?: unknown }).state);
    } catch {
      return 'offline';
    }
  },
  async print(bytes): Promise<PrintOutcome> {
    try {
      const answer = await request(new URL('/print', address), {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes.slice(),
        signal: AbortSignal.timeout(PRINT_MS),
      });
      const { kind, cause } = (await answer.json()) as { kind?: unknown; cause?: unknown };
      if (kind === 'printed') return { kind };
      return { kind: kind === 'not-begun' ? kind : 'interrupted', cause: known(cause) };
    } catch {
      // The bridge may have had the job when the answer was lost.
      return { kind: 'interrupted', cause: 'offline' };
    }
  },
});
