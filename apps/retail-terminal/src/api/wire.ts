/** Shapes of the API's answers that the terminal reads; see /v1/openapi.json. Amounts are minor units as digit strings. */
export type Words = Readonly<Record<string, string>>;

export type Panel = { readonly id: string; readonly from: number; readonly first?: number; readonly choose: number };

export type Product = {
  readonly slug: string;
  readonly versionId: string;
  readonly family: 'draw' | 'pool';
  readonly names: Words;
  readonly channels: readonly string[];
  readonly definition: {
    readonly panels?: readonly Panel[];
    readonly limits?: { readonly maxEntries: number };
    readonly stake?: { readonly unitCents: string };
    readonly prizes?: { readonly fund?: { readonly share: string } };
  };
  readonly figures: { readonly unitPriceCents: string; readonly overallOdds: { readonly n: string; readonly d: string } | null } | null;
};

export type Contest = {
  readonly id: string;
  readonly kind: 'draw' | 'pool';
  readonly number: number;
  readonly product: { readonly slug: string; readonly versionId: string; readonly names: Words };
  readonly state: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly jackpotCents: string | null;
  readonly event: {
    readonly name: string;
    readonly runners: readonly { readonly number: number; readonly name: string; readonly scratched: boolean }[];
  } | null;
};

export type DrawLine = Readonly<Record<string, readonly number[]>>;
export type Wager =
  | { readonly kind: 'draw'; readonly lines?: readonly DrawLine[]; readonly quickPicks?: number }
  | {
      readonly kind: 'pool';
      readonly selections: { readonly form: 'straight' | 'box'; readonly runners: readonly number[] };
      readonly stakeCents: string;
    };

export type Order = { readonly contestIds: readonly string[]; readonly wager: Wager; readonly priceCents: string };

export type SoldTicket = {
  readonly id: string;
  readonly serial: string | null;
  readonly product: { readonly slug: string; readonly names: Words; readonly registrationNumber: string | null };
  readonly contests: readonly { readonly id: string; readonly number: number; readonly closesAt: string; readonly drawsAt: string }[];
  readonly wager: Wager;
  readonly priceCents: string;
  readonly soldAt: string;
  readonly shop: { readonly name: string; readonly address: string } | null;
  readonly clerk: { readonly name: string; readonly cardNumber: string } | null;
  readonly terminal: { readonly label: string } | null;
  readonly claimUntil: string;
  readonly commitmentIds: readonly string[];
};

export type Clerk = { readonly id: string; readonly name: string; readonly cardNumber: string };

export type Standing = {
  readonly terminal: { readonly id: string; readonly label: string };
  readonly clerk: Clerk | null;
  readonly shop: {
    readonly name: string;
    readonly address: string;
    readonly licenceNumber: string;
    readonly creditCents: string;
    readonly owesCents: string;
    readonly availableCents: string;
  };
  readonly licence: { readonly number: string; readonly operator: string; readonly pariMutuelInShops: boolean } | null;
};

export type Validation = {
  readonly outcome:
    | 'pays'
    | 'no-win'
    | 'not-yet'
    | 'being-corrected'
    | 'paid'
    | 'claimed'
    | 'claim-at-operator'
    | 'unknown-serial'
    | 'cancelled'
    | 'expired'
    | 'online-ticket'
    | 'disputed';
  readonly ticketId?: string | null;
  readonly amountCents?: string | null;
  readonly needsIdentification?: boolean;
  readonly drawsAt?: string | null;
  readonly paidAt?: string | null;
};

export const DOCUMENT_KINDS = ['passport', 'national-id', 'residence-card'] as const;

/** Who claims: the document alone below the amount from which the claimant is identified in full. */
export type Identification = {
  readonly documentKind: (typeof DOCUMENT_KINDS)[number];
  readonly documentNumber: string;
  readonly name?: string;
  readonly birthDate?: string;
};

export type ShopPack = {
  readonly game: number;
  readonly pack: number;
  readonly names: Readonly<Record<string, string>>;
  readonly state: string;
  readonly tickets: number;
  readonly priceCents: string;
};

export type PackStep = 'receive' | 'activate' | 'return' | 'stolen';

/** `unsold` for packs that leave the shop: ticket numbers of one that was on sale, null of another. */
export type PackBody = {
  readonly game: number;
  readonly pack: number;
  readonly unsold?: readonly number[] | null;
  readonly reason?: string;
};

export type InstantTyped = { readonly number: string; readonly virn: string };

export type InstantValidation = {
  readonly answer: string;
  readonly amountCents: string | null;
  readonly needsIdentification: boolean;
  readonly paidAt: string | null;
};
