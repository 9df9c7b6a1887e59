/** Shapes of the API's answers that the pages read; see /v1/openapi.json. Amounts are minor units as digit strings. */
export type Words = Readonly<Record<string, string>>;
export type Odds = { readonly n: string; readonly d: string };

export type MatrixPanel = {
  readonly id: string;
  readonly from: number;
  readonly first?: number;
  readonly choose: number;
  readonly maxPicks: number;
};

export type MatrixDefinition = {
  readonly family: 'matrix';
  readonly panels: readonly MatrixPanel[];
  readonly wins?: readonly { readonly tier: string }[];
  readonly bonuses?: readonly { readonly id: string; readonly panel: string; readonly count: number }[];
  readonly limits: { readonly maxEntries: number; readonly maxLines: number };
  readonly unitPriceCents: string;
  /** Share of stakes that returns as prizes, as the definition writes it: "50%". */
  readonly prizes?: { readonly fund?: { readonly share: string } };
};

export type PoolDefinition = {
  readonly takeoutBps: number;
  readonly stake: {
    readonly unitCents: string;
    readonly minimumCents: string;
    readonly maximumCents: string;
    readonly maximumCombinations: number;
  };
  readonly dividend: { readonly perCents: string; readonly breakStepCents: string; readonly minimumCents: string };
};

export type Product = {
  readonly slug: string;
  readonly versionId: string;
  readonly version: number;
  readonly family: 'draw' | 'pool';
  readonly modality: string;
  readonly names: Words;
  readonly registrationNumber: string | null;
  readonly channels: readonly string[];
  readonly state: string;
  readonly definition: MatrixDefinition | PoolDefinition;
  readonly figures: {
    readonly unitPriceCents: string;
    readonly overallOdds: Odds | null;
    readonly tiers: readonly { readonly tier: string; readonly odds: Odds }[];
  } | null;
};

export type Runner = { readonly number: number; readonly name: string; readonly scratched: boolean };

export type RaceEvent = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly meeting: string;
  readonly organiser: string;
  readonly competition: string;
  readonly startsAt: string;
  readonly runners: readonly Runner[];
};

export type Seal = {
  readonly root: string;
  readonly leaves: number;
  readonly stakeCents: string;
  readonly sealedAt: string;
  readonly keyId: string;
  readonly signature: string;
  readonly countersignature: { readonly keyId: string; readonly signature: string; readonly at: string } | null;
  readonly receipt: unknown;
};

export type ContestStep = {
  readonly step: string;
  readonly actors: readonly string[];
  readonly at: string;
  readonly facts?: unknown;
};

export type Contest = {
  readonly id: string;
  readonly kind: 'draw' | 'pool';
  readonly number: number;
  readonly product: { readonly slug: string; readonly versionId: string; readonly names: Words };
  readonly source: 'rng' | 'machine' | 'external' | 'event';
  readonly state: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly jackpotCents: string | null;
  readonly salesCents: string;
  readonly tickets: number;
  readonly event: RaceEvent | null;
  readonly commitments: readonly {
    readonly role: 'operator' | 'second';
    readonly digest: string;
    readonly holder: string;
    readonly publishedAt: string;
  }[];
  readonly seal: Seal | null;
  readonly result: {
    readonly version: number;
    readonly result: unknown;
    readonly certifiedAt: string;
    readonly origin: string;
  } | null;
  readonly prizes:
    | readonly { readonly tier: string; readonly winners: string; readonly prizeCents: string; readonly totalCents: string }[]
    | null;
  readonly steps: readonly ContestStep[];
};

export type Probables = {
  readonly asOf: string;
  readonly grossCents: string;
  readonly netCents: string;
  /** The stake that dividends are quoted for. */
  readonly perCents: string;
  readonly selections: readonly {
    readonly combination: readonly number[];
    readonly stakesCents: string;
    readonly shareBps: number;
    readonly dividendCents: string | null;
    readonly previousDividendCents: string | null;
  }[];
};

export type DrawLine = Readonly<Record<string, readonly number[]>>;
export type DrawWager = { readonly kind: 'draw'; readonly lines: readonly DrawLine[]; readonly quickPicks?: number };
export type PoolWager = {
  readonly kind: 'pool';
  readonly selections: { readonly form: string; readonly runners?: readonly number[] };
  readonly stakeCents: string;
};

export type TicketContest = {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly outcome: 'open' | 'pending' | 'win' | 'no-win' | 'refunded';
  readonly prizeCents: string;
  readonly shares: readonly { readonly tier: string; readonly count: string }[];
};

export type Ticket = {
  readonly id: string;
  readonly serial: string | null;
  readonly state: 'sold' | 'cancelled';
  readonly product: {
    readonly slug: string;
    readonly names: Words;
    readonly versionId: string;
    readonly registrationNumber: string | null;
  };
  readonly contests: readonly TicketContest[];
  readonly wager: DrawWager | PoolWager;
  readonly priceCents: string;
  readonly channel: string;
  readonly soldAt: string;
  readonly claimUntil: string;
  readonly hash: string;
  /** All prizes of the ticket so far. */
  readonly prizeCents: string;
  readonly paid: { readonly at: string } | null;
};

/** The answer to a purchase: what never changes of a ticket. */
export type SoldTicket = Pick<Ticket, 'id' | 'serial'>;

export type TicketProof = {
  readonly serial: string;
  readonly salt: string;
  readonly leaf: { readonly commitment: string; readonly lines: string; readonly stakeCents: string; readonly state: 'sold' | 'cancelled' };
  readonly index: number;
  readonly leaves: number;
  readonly path: readonly string[];
  readonly root: string;
  readonly sealedAt: string;
};

export type Me = {
  readonly kind: 'player' | 'staff' | 'inspector' | 'second-holder';
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly language: string;
  readonly account: { readonly id: string; readonly availableCents: string; readonly heldCents: string } | null;
};

export type WalletEntry = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly amountCents: string;
  readonly reference: string | null;
};
