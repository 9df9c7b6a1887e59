/** Documents on paper. Nothing is fetched while one is made, and the fonts are those that every reader has: they cover Catalan, Spanish, French and English. */
import { createRequire } from 'node:module';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

type AccessPolicy = (url: string) => boolean;
type Printer = {
  setUrlAccessPolicy(policy: AccessPolicy): void;
  setLocalAccessPolicy(policy: AccessPolicy): void;
  setFonts(fonts: Record<string, Record<string, string>>): void;
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> };
};

// pdfmake ships CommonJS.
const pdfmake = createRequire(import.meta.url)('pdfmake') as Printer;
// A document refers to nothing outside itself; the standard fonts go by name.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => /^(Helvetica|Courier)(-[A-Za-z]+)?$/.test(path));
pdfmake.setFonts({
  Helvetica: { normal: 'Helvetica', bold: 'Helvetica-Bold', italics: 'Helvetica-Oblique', bolditalics: 'Helvetica-BoldOblique' },
  Courier: { normal: 'Courier', bold: 'Courier-Bold', italics: 'Courier-Oblique', bolditalics: 'Courier-BoldOblique' },
});

export const printPdf = (definition: TDocumentDefinitions): Promise<Buffer> => pdfmake.createPdf(definition).getBuffer();
