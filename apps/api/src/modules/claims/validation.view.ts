/** A validation on the wire, the same for the counter and the operator's desk. */
import { z } from '@hono/zod-openapi';
import { centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import type { Validation } from './validate-ticket.ts';

export const validationView = z.object({
  outcome: z.enum([
    'pays',
    'no-win',
    'not-yet',
    'being-corrected',
    'paid',
    'claimed',
    'claim-at-operator',
    'unknown-serial',
    'cancelled',
    'expired',
    'online-ticket',
    'disputed',
  ]),
  ticketId: idOut('ticket').nullable(),
  amountCents: centsOut.nullable(),
  needsIdentification: z.boolean(),
  drawsAt: instantOut.nullable(),
  paidAt: instantOut.nullable(),
  claimUntil: instantOut.nullable(),
});

export const viewOfValidation = (found: Validation): z.output<typeof validationView> => ({
  outcome: found.outcome,
  ticketId: 'ticketId' in found ? wireId('ticket', found.ticketId) : null,
  amountCents: 'amountCents' in found ? String(found.amountCents) : null,
  needsIdentification: 'needsIdentification' in found && found.needsIdentification,
  drawsAt: 'drawsAt' in found ? found.drawsAt.toISOString() : null,
  paidAt: 'paidAt' in found ? found.paidAt.toISOString() : null,
  claimUntil: 'claimUntil' in found ? found.claimUntil.toISOString() : null,
});
