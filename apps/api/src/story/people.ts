/** The people and places of the story: invented, and the same on every machine, so that a newcomer can sign in at once. */
import type { NewShop } from '../modules/retail/index.ts';
import type { NewStaff } from '../modules/staff/index.ts';

/** Demo log-ins only; a real installation has no story. */
export const STORY_PASSWORD = 'riu-valira-2026';

type StoryStaff = Pick<NewStaff, 'kind' | 'name' | 'email' | 'roles'> & { readonly door: string };

const staff = (name: string, email: string, roles: NewStaff['roles']): StoryStaff => ({
  kind: 'staff',
  name,
  email,
  roles,
  door: 'Console',
});

export const STAFF: readonly StoryStaff[] = [
  staff('Meritxell Font', 'producte@valira.example', ['product']),
  staff('Arnau Ribes', 'direccio@valira.example', ['product', 'admin']),
  staff('Laia Pujol', 'oficial1@valira.example', ['official']),
  staff('Biel Serra', 'oficial2@valira.example', ['official']),
  staff('Carla Martí', 'oficial3@valira.example', ['official']),
  staff('Aina Coma', 'curses1@valira.example', ['race-desk']),
  staff('Pol Mas', 'curses2@valira.example', ['race-desk']),
  staff('Txell Bonet', 'jugadors@valira.example', ['player-desk']),
  staff('Gemma Roca', 'finances@valira.example', ['finance']),
  staff('Jan Pons', 'finances2@valira.example', ['finance']),
  { kind: 'inspector', name: 'Inspecció del CRAJ', email: 'inspeccio@craj.example', roles: [], door: 'Inspector' },
  { kind: 'second-holder', name: 'Notaria Canillo', email: 'notaria@canillo.example', roles: [], door: 'Second holder' },
];

export type StoryPlayer = {
  readonly givenNames: string;
  readonly surnames: string;
  readonly email: string;
  readonly cashCents: bigint;
  /** The desk has seen their document. */
  readonly verified: boolean;
};

export const PLAYERS: readonly StoryPlayer[] = [
  { givenNames: 'Núria', surnames: 'Solà', email: 'nuria@jugador.example', cashCents: 8_450n, verified: true },
  { givenNames: 'Marc', surnames: 'Vidal', email: 'marc@jugador.example', cashCents: 25_000n, verified: true },
  { givenNames: 'Sofía', surnames: 'Ruiz', email: 'sofia@jugador.example', cashCents: 12_000n, verified: false },
];

/** A crowd for the demonstration of a whole Saturday; each has EUR 2,000 to play with. */
export const CROWD: readonly StoryPlayer[] = Array.from({ length: 60 }, (_, i) => ({
  givenNames: 'Jugador',
  surnames: `${i + 1}`,
  email: `jugador${i + 1}@valira.example`,
  cashCents: 200_000n,
  verified: true,
}));

/** Asked for at each visit. */
export const STORY_BIRTH_DATE = '1988-05-14';

/** What a player of the story wrote into the form. */
export const registrationOf = ({ givenNames, surnames, email }: Pick<StoryPlayer, 'givenNames' | 'surnames' | 'email'>) => ({
  email,
  person: {
    givenNames,
    surnames,
    birthDate: STORY_BIRTH_DATE,
    nationality: 'AD',
    documentKind: 'passport' as const,
    documentNumber: `P-${email}`,
    address: { street: 'Av. Meritxell 10', postalCode: 'AD500', town: 'Andorra la Vella', country: 'AD' },
    mobile: null,
  },
  iban: 'AD1200012030200359100100',
});

type StoryShop = Omit<NewShop, 'distributorId'> & {
  readonly kind: 'principal' | 'secondary';
  readonly terminals: readonly string[];
  readonly clerks: readonly { readonly name: string; readonly cardNumber: string; readonly pin: string }[];
};

export const SHOPS: readonly StoryShop[] = [
  {
    name: 'Estanc del Pont',
    address: 'Av. del Pont 12, AD700 Escaldes',
    kind: 'principal',
    opening: 'dl.–ds. 8.00–20.00',
    licenceNumber: 'G-0012',
    commissionBps: 550,
    paysUpToCents: 199_999n,
    creditCents: 3_000_000n,
    terminals: ['T-0207', 'T-0208'],
    clerks: [{ name: 'Marta R.', cardNumber: 'I-0148', pin: '4821' }],
  },
  {
    name: 'Llibreria Canòlich',
    address: 'Carrer Major 3, AD600 Sant Julià',
    kind: 'secondary',
    opening: 'dl.–dg. 9.00–13.30, 16.00–20.00',
    licenceNumber: 'G-0031',
    commissionBps: 550,
    paysUpToCents: 199_999n,
    creditCents: 3_000_000n,
    terminals: ['T-0311', 'T-0312'],
    clerks: [{ name: 'Jordi B.', cardNumber: 'I-0203', pin: '7350' }],
  },
];
