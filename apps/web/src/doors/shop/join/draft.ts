/** What was typed so far, kept for the tab: a reload, a wrong turn or an expired challenge lose nothing. The password is never kept. */
export type Draft = {
  givenNames: string;
  surnames: string;
  birthDate: string;
  nationality: string;
  documentKind: string;
  documentNumber: string;
  street: string;
  postalCode: string;
  town: string;
  country: string;
  email: string;
  mobile: string;
  iban: string;
};

export type DraftField = keyof Draft | 'password';

export const EMPTY: Draft = {
  givenNames: '',
  surnames: '',
  birthDate: '',
  nationality: 'AD',
  documentKind: 'passport',
  documentNumber: '',
  street: '',
  postalCode: '',
  town: '',
  country: 'AD',
  email: '',
  mobile: '',
  iban: '',
};

const KEY = 'valira.join';

export function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return EMPTY;
    const known = Object.entries(kept).filter(([name, value]) => name in EMPTY && typeof value === 'string');
    return { ...EMPTY, ...Object.fromEntries(known) };
  } catch {
    return EMPTY;
  }
}

export function keepDraft(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage refused: the page keeps it while it is open.
  }
}

/** The steps, and what is asked in each. */
export const STEPS: readonly (readonly DraftField[])[] = [
  ['givenNames', 'surnames', 'birthDate', 'nationality', 'documentKind', 'documentNumber'],
  ['street', 'postalCode', 'town', 'country', 'mobile'],
  ['email', 'password', 'iban'],
];

const PASSWORD_MIN = 12;

/** The word for what is wrong with a field, as a key of `join.wrong`, or null. `today` is YYYY-MM-DD. */
export function faultOf(field: DraftField, value: string, today: string): string | null {
  const text = value.trim();
  if (field === 'mobile') return text === '' || /^\+[1-9][\d ]{6,16}$/.test(text) ? null : 'mobile';
  if (field === 'password') return value.length >= PASSWORD_MIN ? null : 'password';
  if (text === '') return 'needed';
  if (field === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? null : 'email';
  if (field === 'birthDate') return isAdult(text, today) ? null : 'underAge';
  if (field === 'nationality' || field === 'country') return /^[A-Z]{2}$/.test(text) ? null : 'country';
  if (field === 'iban') return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(text.replaceAll(' ', '')) ? null : 'iban';
  return null;
}

function isAdult(birthDate: string, today: string): boolean {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split('-').map(Number);
  if (year < 1900) return false;
  const had = thisMonth > month || (thisMonth === month && thisDay >= day);
  return thisYear - year - (had ? 0 : 1) >= 18;
}

/** Which field a refusal of the server is about: by its path, or by what its code is about. */
export function fieldOfProblem(code: string, path: string): DraftField | null {
  const last = path.split('.').at(-1) ?? '';
  const named = { number: 'documentNumber', kind: 'documentKind' }[last] ?? last;
  if (STEPS.flat().some((field) => field === named)) return named as DraftField;
  const about: Readonly<Record<string, DraftField>> = {
    email_taken: 'email',
    under_age: 'birthDate',
    iban_invalid: 'iban',
    iban_outside_sepa: 'iban',
    person_registered: 'documentNumber',
    identity_unreadable: 'documentNumber',
    contact_required: 'email',
  };
  return about[code] ?? null;
}
