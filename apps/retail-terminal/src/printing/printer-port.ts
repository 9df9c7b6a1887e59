/** A way to a printer, and what it says about itself. */
export const PRINTER_STATES = ['ready', 'printing', 'paper-low', 'paper-out', 'cover-open', 'fault', 'offline'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

export type PrintOutcome =
  | { readonly kind: 'printed' }
  /** Not one byte left this device: nothing can be on paper. */
  | { readonly kind: 'not-begun'; readonly cause: PrinterState }
  /** Some of it may be on paper. */
  | { readonly kind: 'interrupted'; readonly cause: PrinterState };

export type PrinterPort = {
  readonly print: (bytes: Uint8Array) => Promise<PrintOutcome>;
  /** Asks the printer; `ready` where a way cannot ask. */
  readonly state: () => Promise<PrinterState>;
};

export const canPrint = (state: PrinterState): boolean => state === 'ready' || state === 'paper-low';
