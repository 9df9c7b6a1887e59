/**
 * The public record of a draw or a pool: everything needed to recompute it, signed as a whole (the "acta" as JSON).
 *
 * Field by field in docs/verify.md. Amounts are cents as decimal text; hashes, keys, secrets and signatures are lower-case
 * hexadecimal; times are ISO 8601 in UTC with milliseconds. People are staff ids, never names.
 */
import type { Json } from './canonical-json.ts';
import type { DrawMapping, DrawnPanel } from './draw-mapping.ts';
import type { SecretRole } from './draw-secret.ts';
import type { GeneratorCall, GeneratorHead } from './generator-log.ts';
import type { Receipt } from './receipt-log.ts';
import type { Signed } from './signed-statement.ts';

export const bundleFormat = 'valira-bundle/1';

export type BundleKind = 'draw' | 'pool';

/** A drand round that is named beforehand: due at genesisAt + (round − 1) × periodSeconds. */
export type BeaconPlan = {
  readonly network: string;
  /** Public key of the beacon network, hexadecimal. */
  readonly publicKey: string;
  readonly genesisAt: string;
  readonly periodSeconds: number;
  readonly round: number;
};

/** `value` = SHA-256 of the round's signature, as drand defines its randomness. */
export type BeaconValue = { readonly round: number; readonly signature: string; readonly value: string };

/** What stands in when a secret is not opened in time: a later beacon round, or a value a named witness gives. */
export type FallbackPlan =
  | { readonly source: 'beacon'; readonly beacon: BeaconPlan }
  | { readonly source: 'witness'; readonly witness: string; readonly publicKey: string };

export type SecretCommitment = { readonly role: SecretRole; readonly holder: string; readonly commitment: string };

/** Published and receipted before the first ticket can be sold. Its statement hash is the commitment id on tickets. */
export type Announcement = {
  readonly drawId: string;
  readonly definitionHash: string;
  readonly mapping: DrawMapping;
  readonly commitments: readonly SecretCommitment[];
  readonly beacon: BeaconPlan | null;
  readonly fallback: FallbackPlan | null;
  /** Head of the generator's log once the operator's secret was made. */
  readonly generatorHead: GeneratorHead;
  /** No ticket for this draw is sold before. */
  readonly opensAt: string;
  readonly closesAt: string;
  readonly publishedAt: string;
};

/** The sealed sales of a draw at close or of a pool at stop-bet. */
export type SealStatement = {
  readonly kind: BundleKind;
  readonly subjectId: string;
  readonly definitionHash: string;
  readonly root: string;
  /** All leaves, cancelled tickets included. */
  readonly count: number;
  readonly cancelledCount: number;
  /** Stakes of sold tickets. */
  readonly stakeCents: string;
  readonly closesAt: string;
  readonly sealedAt: string;
};

/** The control system's word that it holds the same tickets. `sealHash` is the statement hash of the seal. */
export type CountersignStatement = Pick<SealStatement, 'kind' | 'subjectId' | 'root' | 'count' | 'cancelledCount' | 'stakeCents'> & {
  readonly sealHash: string;
  readonly at: string;
};

export type Reveal = { readonly role: SecretRole; readonly secret: string; readonly at: string };

/** How the seed came about. */
export type SeedSource =
  | { readonly kind: 'secrets'; readonly reveals: readonly Reveal[]; readonly beacon: BeaconValue | null }
  | { readonly kind: 'fallback'; readonly reason: string; readonly beacon: BeaconValue }
  | { readonly kind: 'fallback'; readonly reason: string; readonly witnessed: Signed<WitnessValue> }
  /** Both secrets gave an output that the generator had given before: drawn once more, by the round that the statement names. */
  | {
      readonly kind: 'redraw';
      readonly reveals: readonly Reveal[];
      readonly beacon: BeaconValue | null;
      readonly statement: Signed<RedrawStatement>;
      readonly round: BeaconValue;
    };

/** Why and how a draw is drawn once more. Receipted at least a minute before its round is due; one for each draw. */
export type RedrawStatement = {
  readonly subjectId: string;
  readonly cause: 'generator_output_repeated';
  /** Output hash of the call that does not stand. */
  readonly withdrawnOutputHash: string;
  /** The earlier call that gave the same. */
  readonly earlier: { readonly sequence: number; readonly drawId: string };
  /** A round of the chain that was announced. */
  readonly beacon: BeaconPlan;
  readonly reason: string;
  readonly people: { readonly proposedBy: string; readonly decidedBy: string };
  readonly decidedAt: string;
};

export type WitnessValue = { readonly drawId: string; readonly root: string; readonly value: string; readonly at: string };

export type TierRow = {
  readonly tier: string;
  /** Winning shares: wins of all tickets, whole. */
  readonly winners: string;
  /** Prize per share. */
  readonly shareCents: string;
  /** winners × share. */
  readonly totalCents: string;
};

/** Every cent's way: both sides add up to the same. `stakes` on the left and `prizes` on the right are checked. */
export type MoneyTable = {
  readonly inflow: Readonly<Record<string, string>> & { readonly stakes: string };
  readonly outflow: Readonly<Record<string, string>> & { readonly prizes: string };
};

export type RecordTimes = {
  /** When sales began: not before the announced instant, and after the receipt of the announcement. */
  readonly openedAt: string;
  readonly closesAt: string;
  readonly sealedAt: string;
  readonly drawnAt: string;
  readonly certifiedAt: string;
};

export type RecordSoftware = {
  readonly version: string;
  /** Hash over all files of the build, hexadecimal. */
  readonly buildHash: string;
  /** Demo mode: a build outside the register of certified builds drew. */
  readonly demo: boolean;
};

/** Two people, never one twice. */
export type RecordPeople = { readonly drawnBy: string; readonly certifiedBy: string };

type RecordBase = {
  readonly format: typeof bundleFormat;
  readonly operator: string;
  readonly subjectId: string;
  readonly definition: Json;
  readonly definitionHash: string;
  readonly seal: Signed<SealStatement>;
  readonly countersignature: Signed<CountersignStatement>;
  readonly receipts: readonly Receipt[];
  readonly prizes: readonly TierRow[];
  readonly money: MoneyTable;
  readonly times: RecordTimes;
  readonly people: RecordPeople;
  readonly software: RecordSoftware;
  /** Only where the close was moved: every move since the announcement, in order. */
  readonly postponements?: readonly Signed<PostponementStatement>[];
  /** Only in the record of a corrected result. */
  readonly supersedes?: SupersededResult;
};

/** A close that moves, decided by two people before it came. */
export type PostponementStatement = {
  readonly subjectId: string;
  readonly from: { readonly closesAt: string; readonly drawsAt: string };
  readonly to: { readonly closesAt: string; readonly drawsAt: string };
  readonly reason: string;
  readonly people: { readonly proposedBy: string; readonly decidedBy: string };
  readonly decidedAt: string;
};

/** The version before, as it was certified, and who withdrew it. Its own record stays as it was published. */
export type SupersededResult = {
  readonly version: number;
  readonly result: unknown;
  /** Null when it was withdrawn before anybody had certified it. */
  readonly certifiedAt: string | null;
  /** Hash of the canonical text of its record; null when it had none. */
  readonly recordHash: string | null;
  readonly withdrawnAt: string;
  readonly reason: string;
  readonly people: { readonly proposedBy: string; readonly decidedBy: string };
};

/** Drawn by the system's generator under the protocol of docs/verify.md. */
export type GeneratedDraw = {
  readonly source: 'generator';
  readonly announcement: Signed<Announcement>;
  readonly seed: SeedSource;
  /** An unbroken stretch of the generator's log from this draw's first call to its last. */
  readonly generatorLog: readonly GeneratorCall[];
  readonly rawOutputHash: string;
};

/** Numbers that were drawn elsewhere, by balls or by another operator: the sales are sealed all the same. */
export type ObservedDraw = {
  readonly source: 'machine' | 'external';
  /** Who entered the result, each alone. */
  readonly enteredBy: readonly [string, string];
  readonly reference: string;
};

export type DrawRecord = RecordBase & {
  readonly kind: 'draw';
  /** A second holder's secret or a beacon took part. False is shown as "not publicly verifiable". */
  readonly publiclyVerifiable: boolean;
  readonly draw: GeneratedDraw | ObservedDraw;
  readonly result: { readonly panels: readonly DrawnPanel[] };
};

export type PoolRecord = RecordBase & {
  readonly kind: 'pool';
  /** Result of the event in the pool engine's own form. */
  readonly result: Json;
};

/** The JSON part of a bundle: the record under the seal key, purpose `draw-record` or `pool-record`. */
export type BundleDocument = Signed<DrawRecord> | Signed<PoolRecord>;
