/**
 * Amounts as people read them.
 *
 * Whole minor units in, text out, never through a float: `formatMoney(123456n, 'ca-AD')` is `1.234,56 €` with a no-break
 * space, and a negative amount carries U+2212, which lines up with `+`. Cents are always written, except that a jackpot of
 * EUR 1,000 or more may leave them out (`{ cents: 'jackpot' }`) and only when they are zero or rounded down: a jackpot is
 * never shown higher than it is.
 */
export type MoneyFormat = {
  /** ISO 4217; its minor units are taken from the runtime (EUR 2, KRW 0). */
  readonly currency?: string;
  readonly cents?: 'always' | 'jackpot';
  /** `+` in front of a credit. */
  readonly signed?: boolean;
};

const formats = new Map<string, Intl.NumberFormat>();

function currencyFormat(locale: string, currency: string, digits: number | undefined): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      useGrouping: 'always',
      ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
    formats.set(key, format);
  }
  return format;
}

/** Digits of the minor unit: 2 for EUR, 0 for KRW. */
export const minorDigits = (currency: string): number =>
  currencyFormat('en', currency, undefined).resolvedOptions().maximumFractionDigits ?? 2;

/** An exact decimal, `-12.05` from -1205n and two digits. */
export function decimalText(minor: bigint, digits: number): `${number}` {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  return `${minor < 0n ? '-' : ''}${whole}${digits ? `.${fraction}` : ''}` as `${number}`;
}

export function formatMoney(minor: bigint, locale: string, options: MoneyFormat = {}): string {
  const currency = options.currency ?? 'EUR';
  const digits = minorDigits(currency);
  const unit = 10n ** BigInt(digits);
  const short = options.cents === 'jackpot' && minor >= 1000n * unit;
  const text = short
    ? currencyFormat(locale, currency, 0).format(minor / unit)
    : currencyFormat(locale, currency, digits).format(decimalText(minor, digits));
  const proper = text.replace('-', '\u2212');
  return options.signed && minor > 0n ? `+${proper}` : proper;
}

/**
 * Minor units from what a person typed, or null when it is not an amount: `12`, `12,5`, `12.50`, `1.234,56`, `12 €`.
 *
 * Either mark may be the decimal one: the last of `,` and `.` is, when one or two digits follow it. More decimals than the
 * currency has are refused, not rounded: people do not mean a third of a cent.
 */
export function parseMoney(text: string, currency = 'EUR'): bigint | null {
  const digits = minorDigits(currency);
  const bare = text.replace(/[\s\u00a0\u202f€$£]/g, '').replace('\u2212', '-');
  const match = /^(-?)(\d+|\d{1,3}(?:\.\d{3})+(?!\.)|\d{1,3}(?:,\d{3})+(?!,))(?:[.,](\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const [, sign = '', whole = '0', fraction = ''] = match;
  if (fraction.length > digits) return null;
  const minor = BigInt(whole.replace(/[.,]/g, '') + fraction.padEnd(digits, '0'));
  return sign ? -minor : minor;
}
