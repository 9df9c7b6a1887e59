/** What is handed in with a seal. */
import { z } from 'zod';
import { centsText, hash32, instantText, kindOfContest, signed, subjectText, uuid } from '../wire-shapes.ts';

const sealBody = z.strictObject({
  kind: kindOfContest,
  subjectId: subjectText,
  definitionHash: hash32,
  root: hash32,
  count: z.int().min(0),
  cancelledCount: z.int().min(0),
  stakeCents: centsText,
  closesAt: instantText,
  sealedAt: instantText,
});

export const sealRequestShape = z.strictObject({
  seal: signed(sealBody),
  /** Where every intake that sold for the contest stood at the close. */
  heads: z.array(z.strictObject({ intakeId: uuid, sequence: z.string().regex(/^(0|[1-9]\d{0,17})$/), head: hash32 })).max(100_000),
  /** One for each 256 leaves, the last for what is left: root of the tree over these leaves alone. */
  checkpoints: z.array(z.strictObject({ lastTicketId: uuid, root: hash32 })).max(1_000_000),
});

export type SealRequest = z.infer<typeof sealRequestShape>;
export type Seal = SealRequest['seal'];

/** This system's word that it holds the same tickets. */
export type Countersign = Pick<Seal['body'], 'kind' | 'subjectId' | 'root' | 'count' | 'cancelledCount' | 'stakeCents'> & {
  /** Statement hash of the seal. */
  readonly sealHash: string;
  readonly at: string;
};
