/** The job as a file of printer bytes, for shops whose printer takes files, and for looking at what would be printed. */
import type { PrinterPort } from './printer-port.ts';

export const filePrinter = (save: (bytes: Uint8Array) => void = saveFile): PrinterPort => ({
  state: () => Promise.resolve('ready'),
  print(bytes) {
    save(bytes);
    return Promise.resolve({ kind: 'printed' });
  },
});

function saveFile(bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'valira-ticket.escpos';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
