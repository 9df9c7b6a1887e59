/** Which printer this terminal has, kept on its disk. */
import { DEFAULT_PAPER, type PaperSetting } from './paper.ts';

/** `screen` has no printer: the receipt is shown, and the browser can print it or save it as PDF. */
export const CONNECTIONS = ['screen', 'usb', 'bridge', 'file'] as const;

export type PrinterSetting = PaperSetting & { readonly connection: (typeof CONNECTIONS)[number] };

export const DEFAULT_PRINTER: PrinterSetting = { ...DEFAULT_PAPER, connection: 'screen' };
