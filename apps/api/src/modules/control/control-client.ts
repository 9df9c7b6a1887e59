/**
 * How the platform speaks to the independent control system: one method for each of its endpoints.
 *
 * What the control system refuses is a refusal with its code; anything that keeps it from answering (not reachable, wrong token, a
 * failure of its own) is a fault and throws a `ControlFault`, which a job tries again. Signatures of its answers are checked here;
 * whether its keys are the right ones is asked of `keys()` once and of the inspector.
 */
import type { CountersignStatement, Receipt, ReceiptKind, SealStatement, Signed, TierRow } from '@valira/games/verifiable';
import { canonicalBytes, keyIdOf, verifyStatement } from '@valira/games/verifiable';
import { type Outcome, ok, type Refusal, type RefusalFacts, refuse } from '@valira/outcome';
import { z } from 'zod';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { verifyEd25519 } from '../../platform/signatures.ts';
import {
  type ControlContest,
  type ControlKeys,
  type ControlStatus,
  contestDetailShape,
  countersignShape,
  headsShape,
  keysShape,
  type Reconciliation,
  receiptShape,
  reconciliationShape,
  statusShape,
  storedLinksShape,
} from './control-answers.ts';

/** The control system did not answer, or not as it should: try again. */
export class ControlFault extends Error {
  override readonly name = 'ControlFault';
}

export type ControlLink = {
  readonly intakeId: string;
  readonly sequence: string;
  readonly previous: string;
  readonly recordCount: number;
  readonly amountCents: string;
  readonly recordsHash: string;
  readonly at: string;
  /** Base64. */
  readonly records: string;
  readonly signature: string;
  readonly keyId: string;
};

export type ControlHead = { readonly intakeId: string; readonly sequence: string; readonly head: string };

export type SealHandIn = {
  readonly seal: Signed<SealStatement>;
  /** Where every intake that sold for the contest stood at the close. */
  readonly heads: readonly ControlHead[];
  /** One for each 256 leaves: last ticket id, and root of the tree over these leaves alone. */
  readonly checkpoints: readonly { readonly lastTicketId: string; readonly root: string }[];
};

export type ResultHandIn = {
  readonly contestId: string;
  readonly resultVersion: number;
  readonly result: unknown;
  readonly tiers: readonly TierRow[];
  readonly stakeCents: string;
};

/** Two different people. */
export type TwoActors = readonly [string, string];

export type SealCode =
  | 'links_missing'
  | 'mismatch'
  | 'locked'
  | 'second_seal'
  | 'contest_unknown'
  | 'seal_of_another_contest'
  | 'seal_signature_wrong'
  | 'key_not_trusted'
  | 'subject_malformed';
export type LinkCode =
  | 'gap'
  | 'fork'
  | 'chain_broken'
  | 'key_not_trusted'
  | 'signature_wrong'
  | 'records_malformed'
  | 'records_hash_wrong'
  | 'record_count_wrong'
  | 'amount_wrong';

export type StoredLinks = { readonly heads: readonly ControlHead[]; readonly kept: number; readonly quarantined: readonly string[] };

export type ControlClient = {
  /** Tells of a contest before its first sale. Safe to repeat. */
  registerContest(contest: {
    contestId: string;
    kind: 'draw' | 'pool';
    closesAt: Date;
    definitionHash: string;
    definition: unknown;
  }): Promise<Outcome<true, 'definition_hash_wrong' | 'contest_registered_otherwise'>>;
  postpone(
    contestId: string,
    postponement: { closesAt: Date; actors: TwoActors; reason: string },
  ): Promise<Outcome<true, 'contest_unknown' | 'contest_sealed' | 'same_person_twice'>>;
  sendLinks(links: readonly ControlLink[]): Promise<Outcome<StoredLinks, LinkCode>>;
  heads(): Promise<readonly ControlHead[]>;
  /**
   * Facts of `mismatch`: root, count, cancelledCount and stakeCents of the control system's own copy, and the first interval that
   * differs, afterTicketId (excluded, null: from the first) to untilTicketId (included, null: to the last). Facts of `links_missing`:
   * the first missing range, intakeId, from, until, and how many ranges. Facts of `locked`: the kinds of what was found.
   */
  countersign(handIn: SealHandIn): Promise<Outcome<Signed<CountersignStatement>, SealCode>>;
  /** The control system's own count. Pay when it agrees, or when two people have released exactly this disagreement. */
  reconcile(result: ResultHandIn): Promise<Outcome<Signed<Reconciliation>, 'contest_not_countersigned'>>;
  /** Hands a statement hash to the inspector's log. Facts of `second_version`: firstHash, secondHash; the log then holds both. */
  handIn(entry: { kind: ReceiptKind; subjectId: string; hash: string }): Promise<Outcome<Receipt, 'second_version'>>;
  receipts(range: { after?: number; limit?: number; subjectId?: string }): Promise<readonly Receipt[]>;
  verifyReceipts(from: number, until: number): Promise<Outcome<{ checked: number; head: string }, string>>;
  keys(): Promise<ControlKeys>;
  status(): Promise<ControlStatus>;
  contest(contestId: string): Promise<Outcome<ControlContest, 'contest_unknown'>>;
  release(
    contestId: string,
    release: { actors: TwoActors; reason: string },
  ): Promise<Outcome<{ released: number }, 'same_person_twice' | 'contest_not_locked'>>;
};

const refusalShape = z.looseObject({
  code: z.string(),
  path: z.string().default(''),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
});
type WireRefusal = z.output<typeof refusalShape>;

const TIMEOUT_MS = 30_000;
/** Seals and results are read through ticket by ticket: about ten seconds for a million. */
const COUNTING_MS = 290_000;

/** `token` is that of the file both sides share (`openSharedToken`). */
export function openControlClient({ url, token }: { readonly url: string; readonly token: string }): ControlClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    try {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(path === '/v1/seals' || path === '/v1/results' ? COUNTING_MS : TIMEOUT_MS),
      });
      return { status: response.status, json: await response.json() };
    } catch (cause) {
      throw new ControlFault(`the control system did not answer ${method} ${path}`, { cause });
    }
  };
  /** The value in its shape, or the refusal as the wire has it. */
  async function call<Shape extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    shape: Shape,
    body?: unknown,
  ): Promise<z.output<Shape> | { readonly refused: WireRefusal }> {
    const { status, json } = await ask(method, path, body);
    if (status === 409 || status === 404) {
      const refused = refusalShape.safeParse(json);
      if (refused.success && refused.data.code !== 'not_found') return { refused: refused.data };
    }
    if (status !== 200) throw new ControlFault(`the control system answered ${method} ${path} with ${status}: ${JSON.stringify(json)}`);
    const parsed = shape.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new ControlFault(`the control system's answer to ${method} ${path} is not of the agreed form`, { cause: parsed.error });
  }
  /** An outcome with codes that the caller knows by the agreement with the control system. */
  async function outcome<Shape extends z.ZodType, Code extends string>(
    method: 'GET' | 'POST',
    path: string,
    shape: Shape,
    body?: unknown,
    factsOf: (refused: WireRefusal) => RefusalFacts = ({ facts }) => facts,
  ): Promise<Outcome<z.output<Shape>, Code>> {
    const answer = await call(method, path, shape, body);
    return isRefused(answer) ? refusalOf<Code>(answer.refused, factsOf) : ok(answer);
  }
  async function value<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    const answer = await call('GET', path, shape);
    if (isRefused(answer)) throw new ControlFault(`the control system refused GET ${path}: ${answer.refused.code}`);
    return answer;
  }

  const anything = z.looseObject({});
  return {
    async registerContest({ closesAt, ...contest }) {
      const done = await outcome<typeof anything, 'definition_hash_wrong' | 'contest_registered_otherwise'>(
        'POST',
        '/v1/contests',
        anything,
        {
          ...contest,
          closesAt: closesAt.toISOString(),
        },
      );
      return done.ok ? ok(true) : done;
    },
    async postpone(contestId, { closesAt, ...rest }) {
      const body = { ...rest, closesAt: closesAt.toISOString() };
      const done = await outcome<typeof anything, 'contest_unknown' | 'contest_sealed' | 'same_person_twice'>(
        'POST',
        `/v1/contests/${contestId}/postponements`,
        anything,
        body,
      );
      return done.ok ? ok(true) : done;
    },
    sendLinks: (links) => outcome('POST', '/v1/links', storedLinksShape, { links }),
    heads: async () => (await value('/v1/heads', headsShape)).heads,
    async countersign(handIn) {
      const answer = await outcome<typeof countersignShape, SealCode>('POST', '/v1/seals', countersignShape, handIn, sealFacts);
      if (answer.ok && !verifyStatement(sha256, verifyEd25519, 'countersignature', answer.value))
        throw new ControlFault('the countersignature is not signed by its key');
      return answer;
    },
    async reconcile(result) {
      const answer = await outcome<typeof reconciliationShape, 'contest_not_countersigned'>(
        'POST',
        '/v1/results',
        reconciliationShape,
        result,
      );
      if (answer.ok && !isReconciliationSigned(answer.value)) throw new ControlFault('the reconciliation is not signed by its key');
      return answer;
    },
    async handIn(entry) {
      const answer = await outcome<typeof receiptShape, 'second_version'>('POST', '/v1/receipts', receiptShape, entry, versionFacts);
      if (answer.ok && !verifyStatement(sha256, verifyEd25519, 'receipt', answer.value))
        throw new ControlFault('the receipt is not signed by its key');
      return answer;
    },
    async receipts({ after = 0, limit = 100, subjectId }) {
      const query = new URLSearchParams({ after: String(after), limit: String(limit), ...(subjectId !== undefined && { subjectId }) });
      return (await value(`/v1/receipts?${query}`, z.object({ receipts: z.array(receiptShape) }))).receipts;
    },
    verifyReceipts: (from, until) =>
      outcome('GET', `/v1/receipts/verify?from=${from}&until=${until}`, z.object({ checked: z.int(), head: z.string() })),
    keys: () => value('/v1/keys', keysShape),
    status: () => value('/v1/status', statusShape),
    contest: (contestId) => outcome('GET', `/v1/contests/${contestId}`, contestDetailShape),
    release: (contestId, release) => outcome('POST', `/v1/contests/${contestId}/releases`, z.object({ released: z.int() }), release),
  };
}

const isRefused = (answer: unknown): answer is { readonly refused: WireRefusal } =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** The codes are those that the control system documents for the endpoint. */
const refusalOf = <Code extends string>(refused: WireRefusal, factsOf: (refused: WireRefusal) => RefusalFacts): Refusal<Code> =>
  refuse(refused.code as Code, { path: refused.path, facts: factsOf(refused) });

const mismatchShape = z.object({
  own: z.object({ root: z.string(), count: z.int(), cancelledCount: z.int(), stakeCents: z.string() }),
  firstDifference: z.object({ afterTicketId: z.string().nullable(), untilTicketId: z.string().nullable() }).nullable(),
});
const missingShape = z.object({ missing: z.array(z.object({ intakeId: z.string(), from: z.string(), until: z.string() })).min(1) });
const lockedShape = z.object({ findings: z.array(z.object({ kind: z.string() })) });
const versionsShape = z.object({ receipts: z.array(receiptShape).min(2) });

function sealFacts(refused: WireRefusal): RefusalFacts {
  const mismatch = mismatchShape.safeParse(refused);
  if (mismatch.success) {
    const { own, firstDifference } = mismatch.data;
    return { ...own, afterTicketId: firstDifference?.afterTicketId ?? null, untilTicketId: firstDifference?.untilTicketId ?? null };
  }
  const missing = missingShape.safeParse(refused);
  if (missing.success) return { ...missing.data.missing[0], ranges: missing.data.missing.length };
  const locked = lockedShape.safeParse(refused);
  if (locked.success) return { kinds: [...new Set(locked.data.findings.map(({ kind }) => kind))].join(', ') };
  return refused.facts;
}

function versionFacts(refused: WireRefusal): RefusalFacts {
  const versions = versionsShape.safeParse(refused);
  const [first, second] = versions.success ? versions.data.receipts : [];
  return { firstHash: first?.body.hash ?? null, secondHash: second?.body.hash ?? null };
}

/** The purpose `reconciliation` is the control system's own: no bundle holds it. */
function isReconciliationSigned({ body, keyId, publicKey, signature }: Signed<Reconciliation>): boolean {
  const key = fromHex(publicKey);
  const message = Buffer.concat([Buffer.from('valira/reconciliation/1\n'), canonicalBytes(body)]);
  return keyId === keyIdOf(sha256, key) && hex(key) === publicKey && verifyEd25519(key, message, fromHex(signature));
}
