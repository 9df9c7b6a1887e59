/**
 * A message in the player's language: amounts and dates as that language writes them, instants in Andorra's time.
 *
 * Example, `claim-lapsing` in Catalan, 1,250.00 until 2027-01-15T22:59:59Z: "Un premi de 1.250,00 € per cobrar fins al 15 de gener del 2027".
 */
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import type { Language } from '../../platform/language.ts';
import { type FactsOf, isAdvertising, type Kind, type Named } from './kinds.ts';
import { ADVERTISING_FOOTER, FOOTER, LIMITS, REJECTED, STOPPED, textOf } from './words.ts';

export type Rendered = { readonly subject: string; readonly text: string; readonly html: string };

/** Formats decimal text, so no amount passes through a float. */
const money = (language: Language, amountCents: string): string => {
  const digits = amountCents.padStart(3, '0');
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral;
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(decimal);
};
const day = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: OPERATOR_ZONE, dateStyle: 'long' }).format(new Date(instant));
const nameIn = (language: Language, names: Named): string => names[language] ?? names.ca ?? Object.values(names)[0] ?? '';

type Facts = Partial<UnionFacts>;
type UnionFacts = {
  product: Named;
  number: number;
  amountCents: string;
  claimUntil: string;
  until: string;
  from: string;
  ibanEnd: string;
  limit: keyof typeof LIMITS;
  reason: keyof typeof STOPPED;
  problem: keyof typeof REJECTED;
};

function valuesOf(language: Language, facts: Facts): Record<string, string> {
  const { product, number, amountCents, claimUntil, until, from, ibanEnd, limit, reason, problem } = facts;
  return {
    ...(product && { product: nameIn(language, product) }),
    ...(number !== undefined && { number: String(number) }),
    ...(amountCents !== undefined && { amount: money(language, amountCents) }),
    ...((claimUntil ?? until) && { until: day(language, claimUntil ?? until ?? '') }),
    ...(from && { from: day(language, from) }),
    ...(ibanEnd && { account: ibanEnd }),
    ...(limit && { limit: LIMITS[limit][language] }),
    ...(reason && { reason: STOPPED[reason][language] }),
    ...(problem && { problem: REJECTED[problem][language] }),
  };
}

/** A place that no fact fills is a bug. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a message has nothing for {${name}}`);
    return value;
  });

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '');

function page(language: Language, subject: string, body: string, footer: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:36rem;margin:2rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">${escaped(subject)}</h1><p>${escaped(body)}</p><p style="color:#666;font-size:.8rem">${escaped(footer)}</p></body></html>`;
}

export function renderMessage<K extends Kind>(kind: K, language: Language, facts: FactsOf[K]): Rendered {
  const { subject, body, footer } = isAdvertising(kind)
    ? campaign(language, facts as FactsOf['campaign'])
    : service(kind as Exclude<Kind, 'campaign'>, language, facts as Facts);
  return { subject, text: `${body}\n\n${footer}\n`, html: page(language, subject, body, footer) };
}

function service(kind: Exclude<Kind, 'campaign'>, language: Language, facts: Facts) {
  const values = valuesOf(language, facts);
  const { subject, body } = textOf(kind, language);
  return { subject: fill(subject, values), body: fill(body, values), footer: FOOTER[language] };
}

function campaign(language: Language, { subject, text, authorisation }: FactsOf['campaign']) {
  return { subject: subject[language], body: text[language], footer: fill(ADVERTISING_FOOTER[language], { authorisation }) };
}
