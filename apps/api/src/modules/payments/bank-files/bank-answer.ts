/** What a bank says about one payment of a file, whatever form it says it in. */
export type BankAnswer = {
  /** Where in the file, for whoever has to look. */
  readonly line: number;
  readonly endToEndId: string;
  readonly status: 'paid' | 'returned' | 'pending';
  /** Null when the file does not say. */
  readonly amountCents: bigint | null;
  /** The bank's code or words for a return. */
  readonly reason: string | null;
};

/** What is wrong, by line. A file with one of these is not taken at all. */
export type FileFault = { readonly line: number; readonly fault: string };

export type ReadFile = { readonly answers: readonly BankAnswer[]; readonly faults: readonly FileFault[] };

/** Codes of ISO 20022: settled; rejected; and everything on the way. */
const STATUS: Readonly<Record<string, BankAnswer['status']>> = {
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'returned',
  ACTC: 'pending',
  ACCP: 'pending',
  ACSP: 'pending',
  PDNG: 'pending',
  RCVD: 'pending',
};

export const statusOf = (code: string): BankAnswer['status'] | null => STATUS[code] ?? null;

export const END_TO_END = /^(wdr|pmo)-[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Decimal text with a point as cents; null for anything else. */
export function centsOfDecimal(text: string): bigint | null {
  const match = /^(0|[1-9]\d{0,9})\.(\d{2})$/.exec(text);
  return match ? BigInt(`${match[1]}${match[2]}`) : null;
}
