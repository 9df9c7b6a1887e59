import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSigned, type Signed } from '../statements/signed-statement.ts';
import { startTestControl, type TestControl } from '../testing/test-control.ts';
import { type Chain, idAt, leafEntry, packed645, TinyOperator, type TinyTicket } from '../testing/tiny-operator.ts';

const definition = {
  family: 'matrix',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  wins: [{ tier: '6', hits: { main: 6 } }],
};
const line = packed645([[1, 2, 3, 4, 5, 6]]);
const closesAt = new Date('2026-11-28T20:30:00.000Z');
const before = new Date('2026-11-28T20:00:00.000Z');
const afterClose = new Date(closesAt.getTime() + 5_000);
const afterGrace = new Date(closesAt.getTime() + 121_000);
let contests = 0;

describe('a seal', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  const newContest = async (kind: 'draw' | 'pool' = 'draw') => {
    contests += 1;
    const contestId = idAt(contests, 'cccc');
    control.setTime(before);
    expect((await control.register(contestId, definition, closesAt, kind)).status).toBe(200);
    return contestId;
  };
  const tickets = (contestId: string, count: number) => Array.from({ length: count }, () => control.operator.ticket(contestId, line, 200));
  const send = (...links: ReturnType<Chain['link']>[]) => control.post('/v1/links', { links });
  const sell = async (contestId: string, count: number) => {
    const chain = control.operator.newChain();
    const sold = tickets(contestId, count);
    for (let i = 0; i < count; i += 100) expect((await send(chain.link(sold.slice(i, i + 100), before))).status).toBe(200);
    control.setTime(afterClose);
    return { chain, sold };
  };
  const sealOf = (contestId: string, sold: readonly TinyTicket[], chains: readonly Chain[], more = {}) =>
    control.operator.seal({ contestId, definition, tickets: sold, closesAt, chains, ...more });
  const release = (contestId: string) =>
    control.post(`/v1/contests/${contestId}/releases`, { actors: ['stf_one', 'stf_two'], reason: 'looked into' });

  it('over the same tickets is countersigned with the control key, and again with the same bytes', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 600);
    const request = sealOf(contestId, sold, [chain]);
    const first = await control.post('/v1/seals', request);
    expect(first).toMatchObject({ status: 200, json: { keyId: control.deps.keys.control.keyId } });
    const { kind, subjectId, root, count, cancelledCount, stakeCents } = request.seal.body;
    expect(first.json).toMatchObject({ body: { kind, subjectId, root, count, cancelledCount, stakeCents } });
    expect(isSigned('countersignature', first.json as Signed<unknown>)).toBe(true);
    control.setTime(afterGrace);
    expect(await control.post('/v1/seals', request)).toEqual(first);
  });

  it('of no tickets is countersigned with the root of the empty tree', async () => {
    const contestId = await newContest();
    expect(await control.post('/v1/seals', sealOf(contestId, [], []))).toMatchObject({
      status: 200,
      json: { body: { count: 0, stakeCents: '0' } },
    });
  });

  it('counts a ticket cancelled by a later link as a leaf with that state and without its stake', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 3);
    control.setTime(before);
    await send(chain.link([], before, sold.slice(1, 2)));
    const cancelled = new Set(sold.slice(1, 2).map(({ ticketId }) => ticketId));
    expect(await control.post('/v1/seals', sealOf(contestId, sold, [chain], { cancelled }))).toMatchObject({
      status: 200,
      json: { body: { count: 3, cancelledCount: 1, stakeCents: '400' } },
    });
  });

  it('takes a cancellation that another chain delivered before the sale', async () => {
    const contestId = await newContest();
    const [ticket] = tickets(contestId, 1);
    if (!ticket) throw new Error('no ticket');
    const [selling, cancelling] = [control.operator.newChain(), control.operator.newChain()];
    await send(cancelling.link([], before, [ticket]));
    await send(selling.link([ticket], before));
    const request = sealOf(contestId, [ticket], [selling, cancelling], { cancelled: new Set([ticket.ticketId]) });
    expect(await control.post('/v1/seals', request)).toMatchObject({ status: 200, json: { body: { cancelledCount: 1, stakeCents: '0' } } });
  });

  it.each([
    ['of a ticket never sold', (ticket: TinyTicket) => ({ ...ticket, ticketId: idAt(999_999) })],
    ['of another stake', (ticket: TinyTicket) => ({ ...ticket, stakeCents: ticket.stakeCents + 1 })],
    ['of another commitment', (ticket: TinyTicket) => ({ ...ticket, commitment: Buffer.alloc(32) })],
  ])('is not countersigned while there is a cancellation %s', async (_, change) => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 2);
    const [ticket] = sold;
    if (!ticket) throw new Error('no ticket');
    control.setTime(before);
    await send(chain.link([], before, [change(ticket)]));
    expect(await control.post('/v1/seals', sealOf(contestId, sold, [chain]))).toMatchObject({
      status: 409,
      json: { code: 'locked', findings: [{ kind: 'cancellation_unmatched' }] },
    });
  });

  it('that comes before the links it speaks of says which are missing, and is countersigned once they are here', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 100);
    const more = tickets(contestId, 3);
    const links = more.map((ticket) => chain.link([ticket], before));
    const request = sealOf(contestId, [...sold, ...more], [chain]);
    expect(await control.post('/v1/seals', request)).toMatchObject({
      status: 409,
      json: { code: 'links_missing', missing: [{ intakeId: chain.intakeId, from: '2', until: '4' }] },
    });
    await send(...links);
    expect((await control.post('/v1/seals', request)).status).toBe(200);
  });

  it('that speaks of another link than the one that came finds the fork', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 3);
    const request = sealOf(contestId, sold, [chain]);
    const other = { ...request, heads: [{ ...chain.position, head: 'ab'.repeat(32) }] };
    expect(await control.post('/v1/seals', other)).toMatchObject({
      status: 409,
      json: { code: 'links_missing', missing: [{ from: '1', until: '1' }] },
    });
    expect(await control.post('/v1/seals', request)).toMatchObject({ status: 409, json: { code: 'locked', findings: [{ kind: 'fork' }] } });
  });

  it('of a contest that was registered after its sales is measured against its close all the same', async () => {
    contests += 1;
    const contestId = idAt(contests, 'cccc');
    const chain = control.operator.newChain();
    const sold = tickets(contestId, 2);
    control.setTime(before);
    await send(chain.link(sold.slice(0, 1), before), chain.link(sold.slice(1), closesAt));
    await control.register(contestId, definition, closesAt);
    expect(await control.post('/v1/seals', sealOf(contestId, sold, [chain]))).toMatchObject({
      status: 409,
      json: { code: 'locked', findings: [{ kind: 'sold_after_close' }] },
    });
  });

  it('over a row forged into the tickets after the close is refused, and the interval that holds the row is named', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 1_000);
    const forged = {
      ...control.operator.ticket(contestId, line, 200),
      ticketId: (sold[300]?.ticketId ?? '').replace('019ad000-0000', '019ad000-0001'),
    };
    const request = sealOf(contestId, [...sold, forged], [chain]);
    expect(await control.post('/v1/seals', request)).toMatchObject({
      status: 409,
      json: {
        code: 'mismatch',
        own: { count: 1_000, cancelledCount: 0, stakeCents: '200000' },
        firstDifference: { afterTicketId: sold[767]?.ticketId, untilTicketId: forged.ticketId },
      },
    });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked', mismatch: { kind: 'seal_mismatch' } });
  });

  it.each([0, 255, 256, 511, 700, 999])('that changes the stake of ticket %i names the 256 tickets around it', async (changed) => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 1_000);
    const altered = sold.map((ticket, i) => (i === changed ? { ...ticket, stakeCents: 300 } : ticket));
    const interval = Math.floor(changed / 256);
    expect(await control.post('/v1/seals', sealOf(contestId, altered, [chain]))).toMatchObject({
      status: 409,
      json: {
        code: 'mismatch',
        own: { stakeCents: '200000' },
        firstDifference: {
          afterTicketId: sold[256 * interval - 1]?.ticketId ?? null,
          untilTicketId: sold[Math.min(256 * (interval + 1), 1_000) - 1]?.ticketId,
        },
      },
    });
  });

  it('that leaves a sold ticket out is refused at the interval of that ticket', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 600);
    const request = sealOf(contestId, sold.toSpliced(300, 1), [chain]);
    expect(await control.post('/v1/seals', request)).toMatchObject({
      status: 409,
      json: {
        code: 'mismatch',
        own: { count: 600 },
        firstDifference: { afterTicketId: sold[255]?.ticketId, untilTicketId: sold[512]?.ticketId },
      },
    });
  });

  it('that leaves the last tickets out is refused beyond its last checkpoint', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 300);
    expect(await control.post('/v1/seals', sealOf(contestId, sold.slice(0, 256), [chain]))).toMatchObject({
      status: 409,
      json: { code: 'mismatch', firstDifference: { afterTicketId: sold[255]?.ticketId, untilTicketId: null } },
    });
  });

  it('that was refused opens the contest only with two people: the right seal waits for them', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 10);
    expect((await control.post('/v1/seals', sealOf(contestId, sold.slice(1), [chain]))).status).toBe(409);
    const right = sealOf(contestId, sold, [chain]);
    expect(await control.post('/v1/seals', right)).toMatchObject({
      status: 409,
      json: { code: 'locked', findings: [{ kind: 'seal_mismatch' }] },
    });
    const alone = { actors: ['stf_one', 'stf_one'], reason: 'looked into' };
    expect(await control.post(`/v1/contests/${contestId}/releases`, alone)).toMatchObject({
      status: 409,
      json: { code: 'same_person_twice' },
    });
    expect(await release(contestId)).toMatchObject({ status: 200, json: { released: 1 } });
    expect((await control.post('/v1/seals', right)).status).toBe(200);
    expect(await release(contestId)).toMatchObject({ status: 409, json: { code: 'contest_not_locked' } });
  });

  it('is the only one of its contest: another is refused and locks it', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 10);
    expect((await control.post('/v1/seals', sealOf(contestId, sold, [chain]))).status).toBe(200);
    expect(await control.post('/v1/seals', sealOf(contestId, sold.slice(1), [chain]))).toMatchObject({
      status: 409,
      json: { code: 'second_seal' },
    });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked', mismatch: { kind: 'second_seal' } });
  });

  it('of a contest with a late link is refused until two people release it; then it counts what the seal holds', async () => {
    for (const sealsLate of [true, false]) {
      const contestId = await newContest();
      const { chain, sold } = await sell(contestId, 5);
      const late = tickets(contestId, 1);
      control.setTime(afterGrace);
      await send(chain.link(late, before));
      const request = sealOf(contestId, sealsLate ? [...sold, ...late] : sold, [chain]);
      const refused = await control.post('/v1/seals', request);
      expect(refused.status).toBe(409);
      await release(contestId);
      expect(await control.post('/v1/seals', request)).toMatchObject({ status: 200, json: { body: { count: sealsLate ? 6 : 5 } } });
    }
  });

  it('is not undone by a link that comes after it: the contest is locked and the late ticket is not in it', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 5);
    expect((await control.post('/v1/seals', sealOf(contestId, sold, [chain]))).status).toBe(200);
    expect(await send(chain.link(tickets(contestId, 1), before))).toMatchObject({ json: { quarantined: [contestId] } });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked', mismatch: { kind: 'late_arrival' } });
  });

  it('of a draw that was sold before its announcement was in the receipt log locks it', async () => {
    const announce = (contestId: string, seal: ReturnType<typeof sealOf>['seal']) =>
      control.post('/v1/receipts', { kind: 'announcement', subjectId: seal.body.subjectId, hash: contestId.replaceAll('-', '').repeat(2) });
    for (const [receiptedAt, status] of [
      [new Date(before.getTime() - 1), 200],
      [new Date(before.getTime() + 1), 409],
    ] as const) {
      const contestId = await newContest();
      const { chain, sold } = await sell(contestId, 5);
      const request = sealOf(contestId, sold, [chain]);
      control.setTime(receiptedAt);
      expect((await announce(contestId, request.seal)).status).toBe(200);
      control.setTime(afterClose);
      const answer = await control.post('/v1/seals', request);
      expect(answer.status).toBe(status);
      if (status === 409) expect(answer.json).toMatchObject({ code: 'locked', findings: [{ kind: 'sold_before_announcement' }] });
    }
  });

  it('with the close of a draw at another time than registered is refused; a postponement by two people moves it', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 5);
    const later = new Date(closesAt.getTime() + 3_600_000);
    const moved = sealOf(contestId, sold, [chain], { closesAt: later });
    expect(await control.post('/v1/seals', moved)).toMatchObject({
      status: 409,
      json: { code: 'seal_of_another_contest', path: 'seal.body.closesAt' },
    });
    const postponement = { closesAt: later.toISOString(), actors: ['stf_one', 'stf_two'], reason: 'draw machine repaired' };
    const path = `/v1/contests/${contestId}/postponements`;
    expect(await control.post(path, { ...postponement, actors: ['stf_one', 'stf_one'] })).toMatchObject({
      json: { code: 'same_person_twice' },
    });
    for (const _ of [1, 2])
      expect(await control.post(path, postponement)).toMatchObject({ status: 200, json: { closesAt: later.toISOString() } });
    expect((await control.post('/v1/seals', moved)).status).toBe(200);
    const again = { ...postponement, closesAt: closesAt.toISOString() };
    expect(await control.post(path, again)).toMatchObject({ status: 409, json: { code: 'contest_sealed' } });
  });

  it('of a pool brings its stop-bet: an earlier one is noted, and what arrived past it and its grace is late', async () => {
    const stopBet = new Date(closesAt.getTime() - 240_000);
    const [early, late] = [await newContest('pool'), await newContest('pool')];
    control.setTime(before);
    const { chain, sold } = await sell(early, 5);
    const request = sealOf(early, sold, [chain], { kind: 'pool', closesAt: stopBet });
    control.setTime(before);
    const answer = await control.post('/v1/seals', request);
    expect(answer.status).toBe(200);
    expect((await control.get(`/v1/contests/${early}`)).json).toMatchObject({
      notes: [{ kind: 'stop_bet', facts: { stopBet: stopBet.toISOString() } }],
    });
    const other = control.operator.newChain();
    const bets = tickets(late, 2);
    control.setTime(new Date(stopBet.getTime() + 121_000));
    expect(await send(other.link(bets, before))).toMatchObject({ json: { quarantined: [] } });
    expect(await control.post('/v1/seals', sealOf(late, bets, [other], { kind: 'pool', closesAt: stopBet }))).toMatchObject({
      status: 409,
      json: { code: 'locked', findings: [{ kind: 'late_arrival' }] },
    });
  });

  it('with a changed body, of another definition, or of a key that is not pinned is refused', async () => {
    const contestId = await newContest();
    const { chain, sold } = await sell(contestId, 2);
    const request = sealOf(contestId, sold, [chain]);
    const changed = { ...request, seal: { ...request.seal, body: { ...request.seal.body, count: 3 } } };
    expect(await control.post('/v1/seals', changed)).toMatchObject({ status: 409, json: { code: 'seal_signature_wrong' } });
    expect(await control.post('/v1/seals', sealOf(contestId, sold, [chain], { definition: { other: true } }))).toMatchObject({
      json: { code: 'seal_of_another_contest', path: 'seal.body.definitionHash' },
    });
    const foreign = new TinyOperator().seal({ contestId, definition, tickets: sold, closesAt, chains: [chain] });
    expect(await control.post('/v1/seals', foreign)).toMatchObject({ status: 409, json: { code: 'key_not_trusted' } });
    expect((await control.post('/v1/seals', request)).status).toBe(200);
  });

  it('is over leaf entries as the specification lays them out', () => {
    const ticket: TinyTicket = {
      contestId: idAt(1),
      ticketId: idAt(1),
      lines: Buffer.from('aabbcc', 'hex'),
      stakeCents: 100,
      commitment: Buffer.alloc(32, 7),
    };
    expect(leafEntry(ticket, 1).toString('hex')).toBe(`${'07'.repeat(32)}0003aabbcc000000000000006401`);
  });
});
