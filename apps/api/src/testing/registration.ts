/** People who register: each another one, with a document of their own. */
import { randomUUID } from 'node:crypto';
import type { Registration } from '../modules/players/register-player.ts';

export const BIRTH_DATE = '1990-05-04';
export const TEST_IBAN = 'AD1200012030200359100100';

/** Letters only, so that no two names are one. */
const someWord = (): string => {
  const letters = [...randomUUID().replaceAll('-', '')].map((digit) => 'bcdfghjkmnpqrstv'[Number.parseInt(digit, 16)]).join('');
  return `X${letters}`;
};

export const newDocumentNumber = (): string => `X${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`.slice(0, 24);

/** Of the same name and date on request; by default nobody else. */
export const newPerson = (change: Partial<Registration['person']> = {}): Registration['person'] => ({
  givenNames: 'Júlia',
  surnames: `Font ${someWord()}`,
  birthDate: BIRTH_DATE,
  nationality: 'AD',
  documentKind: 'passport',
  documentNumber: newDocumentNumber(),
  address: { street: 'Carrer Major 3', postalCode: 'AD500', town: 'Andorra la Vella', country: 'AD' },
  mobile: null,
  ...change,
});

/** The body of POST /v1/players. */
export function registrationBody(change: Readonly<Record<string, unknown>> = {}) {
  const { documentKind, documentNumber, mobile: _, ...person } = newPerson();
  return {
    ...person,
    document: { kind: documentKind, number: documentNumber },
    email: `${randomUUID()}@example.ad`,
    password: 'correct horse battery',
    iban: TEST_IBAN,
    language: 'ca',
    ...change,
  };
}
