/** What the control system answers. Fields that are not named here are kept: a signature is over all of them. */
import { z } from 'zod';

const text = z.string();
const signed = <Body extends z.ZodType>(body: Body) =>
  z.strictObject({
    body,
    keyId: text,
    publicKey: text.regex(/^[0-9a-f]{64}$/),
    signature: text.regex(/^[0-9a-f]{128}$/),
  });

const kind = z.enum(['draw', 'pool']);
const head = z.object({ intakeId: text, sequence: text, head: text });

export const headsShape = z.object({ heads: z.array(head) });
export const storedLinksShape = z.object({ heads: z.array(head), kept: z.int(), quarantined: z.array(text) });

export const countersignShape = signed(
  z.strictObject({
    kind,
    subjectId: text,
    root: text,
    count: z.int(),
    cancelledCount: z.int(),
    stakeCents: text,
    sealHash: text,
    at: text,
  }),
);

export const receiptShape = signed(
  z.strictObject({
    log: text,
    sequence: z.int(),
    at: text,
    kind: z.enum(['announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw', 'instant-root']),
    subjectId: text,
    hash: text,
    previous: text,
  }),
);

const difference = z.strictObject({
  tier: text,
  field: z.enum(['winners', 'totalCents', 'stakeCents', 'tier']),
  stated: text.nullable(),
  own: text.nullable(),
});

export const reconciliationShape = signed(
  z.strictObject({
    contestId: text,
    resultVersion: z.int(),
    agrees: z.boolean(),
    /** Null when it agrees. `not_supported`: the control system has no code for this kind of game. */
    reason: z.enum(['result_mismatch', 'not_supported', 'own_copy_changed', 'result_malformed', 'lines_malformed', 'locked']).nullable(),
    stakeCents: text,
    own: z.array(z.strictObject({ tier: text, winners: text, totalCents: text })),
    differences: z.array(difference),
    firstDifference: difference.nullable(),
    /** Two people have released exactly this disagreement: it may be paid. */
    released: z.strictObject({ actors: z.array(text), reason: text, at: text }).nullable(),
    at: text,
  }),
);
export type Reconciliation = z.output<typeof reconciliationShape>['body'];

const publicKey = z.object({ keyId: text, publicKey: text });
export const keysShape = z.object({
  control: publicKey,
  receiptLog: publicKey.extend({ log: text }),
  trusted: z.array(publicKey.extend({ purpose: z.enum(['intake', 'seal']), actors: z.array(text), reason: text, at: text })),
});
export type ControlKeys = z.output<typeof keysShape>;

const happened = z.object({ kind: text, facts: z.unknown(), at: text });
const contest = z.object({
  contestId: text,
  kind,
  closesAt: text,
  state: z.enum(['open', 'closed', 'countersigned', 'agreed', 'locked', 'released']),
  mismatch: happened.nullable(),
});
export const statusShape = z.object({
  at: text,
  links: text,
  tickets: text,
  lagMs: z.int().nullable(),
  contests: z.array(contest),
  refusedLinks: z.int(),
});
export type ControlStatus = z.output<typeof statusShape>;

export const contestDetailShape = contest.extend({
  findings: z.array(happened),
  notes: z.array(happened),
  releases: z.array(z.object({ actors: z.array(text), reason: text, at: text })),
});
export type ControlContest = z.output<typeof contestDetailShape>;
