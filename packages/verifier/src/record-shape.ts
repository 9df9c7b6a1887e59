/** Shapes of a bundle's JSON (docs/verify.md, sections 2 to 9). Anything else is `document_malformed`. */
import { z } from 'zod';

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const hexText = z.string().regex(/^([0-9a-f]{2}){1,512}$/);
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const cents = z.string().regex(/^(0|[1-9]\d{0,29})$/);
const id = z.string().min(1).max(200);
const count = z.int().min(0);

const signed = <Body extends z.ZodType>(body: Body) =>
  z.strictObject({ body, keyId: z.string().regex(/^key_[0-9a-f]{32}$/), publicKey: hex32, signature: z.string().regex(/^[0-9a-f]{128}$/) });

const panelMapping = z.strictObject({
  name: z.string().min(1).max(60),
  pick: z.int().min(1).max(10_000),
  from: z.int().min(0).max(99_999_999),
  to: z.int().min(0).max(99_999_999),
  ordered: z.boolean().optional(),
  repeats: z.boolean().optional(),
  fromRestOf: z.string().optional(),
});

export const mapping = z.strictObject({ version: z.literal('valira-mapping-1'), panels: z.array(panelMapping).min(1).max(20) });

const role = z.enum(['operator', 'second']);
const head = z.strictObject({ generator: id, sequence: count, head: hex32 });
const beaconPlan = z.strictObject({
  network: id,
  publicKey: hexText,
  genesisAt: time,
  periodSeconds: z.int().min(1).max(86_400),
  round: z.int().min(1),
});
const beaconValue = z.strictObject({ round: z.int().min(1), signature: hexText, value: hex32 });

const announcement = z.strictObject({
  drawId: id,
  definitionHash: hex32,
  mapping,
  commitments: z.array(z.strictObject({ role, holder: id, commitment: hex32 })).max(10),
  beacon: beaconPlan.nullable(),
  fallback: z
    .discriminatedUnion('source', [
      z.strictObject({ source: z.literal('beacon'), beacon: beaconPlan }),
      z.strictObject({ source: z.literal('witness'), witness: id, publicKey: hex32 }),
    ])
    .nullable(),
  generatorHead: head,
  opensAt: time,
  closesAt: time,
  publishedAt: time,
});

const sealed = { kind: z.enum(['draw', 'pool']), subjectId: id, root: hex32, count, cancelledCount: count, stakeCents: cents };
const seal = z.strictObject({ ...sealed, definitionHash: hex32, closesAt: time, sealedAt: time });
const countersign = z.strictObject({ ...sealed, sealHash: hex32, at: time });

const receipt = z.strictObject({
  log: id,
  sequence: z.int().min(1),
  at: time,
  kind: z.enum(['announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw']),
  subjectId: id,
  hash: hex32,
  previous: hex32,
});

const generatorCall = z.strictObject({
  sequence: z.int().min(1),
  generator: id,
  at: time,
  purpose: z.enum(['secret', 'numbers']),
  drawId: id,
  outputHash: hex32,
  previous: hex32,
});

const witnessValue = z.strictObject({ drawId: id, root: hex32, value: hexText, at: time });

const twoPeople = z.strictObject({ proposedBy: id, decidedBy: id });
const redraw = z.strictObject({
  subjectId: id,
  cause: z.literal('generator_output_repeated'),
  withdrawnOutputHash: hex32,
  earlier: z.strictObject({ sequence: z.int().min(1), drawId: id }),
  beacon: beaconPlan,
  reason: z.string().min(1),
  people: twoPeople,
  decidedAt: time,
});
const reveals = z.array(z.strictObject({ role, secret: hex32, at: time })).max(10);

const seed = z.union([
  z.strictObject({
    kind: z.literal('secrets'),
    reveals,
    beacon: beaconValue.nullable(),
  }),
  z.strictObject({ kind: z.literal('fallback'), reason: z.string().min(1), beacon: beaconValue }),
  z.strictObject({ kind: z.literal('fallback'), reason: z.string().min(1), witnessed: signed(witnessValue) }),
  z.strictObject({
    kind: z.literal('redraw'),
    reveals,
    beacon: beaconValue.nullable(),
    statement: signed(redraw),
    round: beaconValue,
  }),
]);

const drawSource = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('generator'),
    announcement: signed(announcement),
    seed,
    generatorLog: z.array(generatorCall).max(100_000),
    rawOutputHash: hex32,
  }),
  z.strictObject({ source: z.literal('machine'), enteredBy: z.tuple([id, id]), reference: z.string() }),
  z.strictObject({ source: z.literal('external'), enteredBy: z.tuple([id, id]), reference: z.string() }),
]);

const numbers = z.array(z.int().min(0).max(99_999_999)).max(10_000);
const panelResult = z.strictObject({ name: z.string().min(1).max(60), drawn: numbers, numbers });

const closeAndDraw = z.strictObject({ closesAt: time, drawsAt: time });
const postponement = z.strictObject({
  subjectId: id,
  from: closeAndDraw,
  to: closeAndDraw,
  reason: z.string().min(1),
  people: twoPeople,
  decidedAt: time,
});

const base = {
  format: z.literal('valira-bundle/1'),
  operator: id,
  subjectId: id,
  definition: z.unknown(),
  definitionHash: hex32,
  seal: signed(seal),
  countersignature: signed(countersign),
  receipts: z.array(signed(receipt)).max(10_000),
  prizes: z.array(z.strictObject({ tier: id, winners: cents, shareCents: cents, totalCents: cents })).max(10_000),
  money: z.strictObject({
    inflow: z.object({ stakes: cents }).catchall(cents),
    outflow: z.object({ prizes: cents }).catchall(cents),
  }),
  times: z.strictObject({ openedAt: time, closesAt: time, sealedAt: time, drawnAt: time, certifiedAt: time }),
  people: z.strictObject({ drawnBy: id, certifiedBy: id }),
  software: z.strictObject({ version: id, buildHash: hex32, demo: z.boolean() }),
  postponements: z.array(signed(postponement)).min(1).max(100).optional(),
  supersedes: z
    .strictObject({
      version: z.int().min(1),
      result: z.unknown(),
      certifiedAt: time.nullable(),
      recordHash: hex32.nullable(),
      withdrawnAt: time,
      reason: z.string().min(1),
      people: twoPeople,
    })
    .optional(),
};

const drawRecord = z.strictObject({
  ...base,
  kind: z.literal('draw'),
  publiclyVerifiable: z.boolean(),
  draw: drawSource,
  result: z.strictObject({ panels: z.array(panelResult).max(20) }),
});

const poolRecord = z.strictObject({ ...base, kind: z.literal('pool'), result: z.unknown() });

export const bundleShape = signed(z.discriminatedUnion('kind', [drawRecord, poolRecord]));

export type BundleDocument = z.infer<typeof bundleShape>;
export type BundleRecord = BundleDocument['body'];
export type DrawRecord = Extract<BundleRecord, { kind: 'draw' }>;
export type GeneratedDraw = Extract<DrawRecord['draw'], { source: 'generator' }>;
export type BeaconPlan = z.infer<typeof beaconPlan>;
export type BeaconValue = z.infer<typeof beaconValue>;
export type RedrawStatement = z.infer<typeof redraw>;
export type SealedFigures = Pick<z.infer<typeof seal>, 'root' | 'count' | 'cancelledCount' | 'stakeCents'>;
export type AnySigned = { readonly body: unknown; readonly keyId: string; readonly publicKey: string; readonly signature: string };
