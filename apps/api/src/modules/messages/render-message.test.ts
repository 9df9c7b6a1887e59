import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../platform/language.ts';
import type { FactsOf, Kind } from './kinds.ts';
import { renderMessage } from './render-message.ts';

const product = { ca: 'Cims 6/45', es: 'Cims 6/45', fr: 'Cims 6/45', en: 'Cims 6/45' };
const FACTS: { readonly [K in Kind]: FactsOf[K] } = {
  win: { product, number: 7, amountCents: '123456789012345678' },
  'large-win': { product, number: 7, amountCents: '1500000' },
  'claim-lapsing': { product, number: 7, amountCents: '125000', claimUntil: '2027-01-15T22:59:59.999Z', days: 7 },
  'limit-reached': { limit: 'deposit', until: '2026-12-01T00:00:00.000Z' },
  'limit-changed': { limit: 'loss', amountCents: '5', from: '2026-12-01T00:00:00.000Z' },
  'withdrawal-returned': { amountCents: '5000', ibanEnd: '0100' },
  'deposit-failed': { amountCents: '5000' },
  'deposit-disputed': { amountCents: '5000' },
  'deposit-refunded': { amountCents: '5000' },
  'identity-accepted': {},
  'identity-rejected': { problem: 'unreadable' },
  'withdrawal-sent': { amountCents: '20000', ibanEnd: '0100' },
  'subscription-stopped': { product, reason: 'no-funds' },
  'result-corrected': { product, number: 7 },
  campaign: { subject: product, text: product, authorisation: 'CRAJ-P-12' },
};
const kinds = Object.keys(FACTS) as Kind[];
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const rendered = <K extends Kind>(kind: K, language: (typeof LANGUAGES)[number]) => renderMessage(kind, language, FACTS[kind]);

describe('messages', () => {
  it('of every kind have subject, text and page in every language, with no place left unfilled', () => {
    for (const kind of kinds)
      for (const language of LANGUAGES) {
        const { subject, text, html } = rendered(kind, language);
        for (const part of [subject, text, html]) {
          expect(part.trim(), `${kind} ${language}`).not.toBe('');
          expect(part, `${kind} ${language}`).not.toMatch(/\{\w+\}|undefined|NaN|\[object/);
        }
        expect(html).toContain(`lang="${language}"`);
      }
  });

  it('write amounts to the cent as the language does, beyond what a float holds', () => {
    const amounts = LANGUAGES.map((language) => plain(rendered('win', language).subject));
    expect(amounts).toEqual([
      'Has guanyat 1.234.567.890.123.456,78 €',
      'Has ganado 1.234.567.890.123.456,78 €',
      'Vous avez gagné 1 234 567 890 123 456,78 €',
      'You won €1,234,567,890,123,456.78',
    ]);
    expect(plain(rendered('limit-changed', 'ca').text)).toContain('0,05 €');
  });

  it('write dates in Andorra’s time: what ends at 22:59:59Z in winter ends that day, and midnight UTC is already the next', () => {
    expect(rendered('claim-lapsing', 'en').text).toContain('January 15, 2027');
    expect(rendered('claim-lapsing', 'fr').text).toContain('15 janvier 2027');
    const late = { ...FACTS['claim-lapsing'], claimUntil: '2027-01-15T23:00:00.000Z' };
    expect(renderMessage('claim-lapsing', 'en', late).text).toContain('January 16, 2027');
  });

  it('put facts into the page as text, never as markup', () => {
    const { html } = renderMessage('win', 'en', { product: { en: '<img src=x onerror=alert(1)>' }, number: 1, amountCents: '1' });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  });

  it('of service carry no link and nothing to buy; advertising carries its authorisation and the warning to minors (R40)', () => {
    for (const kind of kinds)
      for (const language of LANGUAGES) {
        const { text, html } = rendered(kind, language);
        if (kind === 'campaign') expect(text).toMatch(/CRAJ, CRAJ-P-12.*18/s);
        else expect(`${text}${html}`).not.toMatch(/https?:|<a |juga ara|juega|jouez|play now|bonus|oferta|offre|offer/i);
      }
  });
});
