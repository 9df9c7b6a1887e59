/** For tests: a contest told to the control system, its sales fed in one signed link, its seal countersigned. */
import { canonicalHash, encodeTicketLeaf, keyIdOf, merkleRoot, type SealStatement, signStatement } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { hex, sha256 } from '../../../platform/hash.ts';
import { wireId } from '../../../platform/ids.ts';
import type { World } from '../../../testing/world.ts';
import { emptyChain, type IntakeRecord, nextLink } from '../../wagers/intake-chain.ts';
import type { ControlClient } from '../control-client.ts';

export type SoldContest = {
  readonly contestId: string;
  readonly kind: 'draw' | 'pool';
  readonly definition: unknown;
  /** In the order of ticket ids. */
  readonly records: readonly IntakeRecord[];
};

/** The sealed stakes in cents, as text. */
export async function sealOnControl(
  world: World,
  client: ControlClient,
  { contestId, kind, definition, records }: SoldContest,
): Promise<string> {
  const closesAt = new Date(Date.now() + 3_600_000);
  const definitionHash = hex(canonicalHash(sha256, definition));
  expectOk(await client.registerContest({ contestId, kind, closesAt, definitionHash, definition }));
  const signer = world.keys.signer('intake');
  const [intakeId, soldAt] = [world.ids.next(), new Date()];
  const link = nextLink(signer, intakeId, emptyChain, records, soldAt);
  const sent = {
    intakeId,
    sequence: '1',
    previous: hex(link.previous),
    recordCount: link.recordCount,
    amountCents: String(link.amountCents),
    recordsHash: hex(sha256(link.records)),
    at: soldAt.toISOString(),
    records: Buffer.from(link.records).toString('base64'),
    signature: hex(link.signature),
    keyId: keyIdOf(sha256, signer.publicKey),
  };
  expectOk(await client.sendLinks([sent]));
  const leaves = records.map(({ leaf }) => encodeTicketLeaf(leaf));
  const body: SealStatement = {
    kind,
    subjectId: wireId('contest', contestId),
    definitionHash,
    root: hex(merkleRoot(sha256, leaves)),
    count: records.length,
    cancelledCount: 0,
    stakeCents: String(link.amountCents),
    closesAt: closesAt.toISOString(),
    sealedAt: closesAt.toISOString(),
  };
  const statement = signStatement(sha256, world.keys.signer('seal'), 'seal', body);
  expectOk(await client.countersign({ seal: statement, heads: [{ intakeId, sequence: '1', head: hex(link.head) }], checkpoints: [] }));
  return String(link.amountCents);
}
