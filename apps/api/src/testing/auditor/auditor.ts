/**
 * The independent auditor: from the raw rows of tickets, entries, results and endings it keeps books of its own, and compares them with the
 * platform's to the cent.
 *
 * It shares no code with what it audits (a rule of the dependency check). It goes through the facts in the order in which they happened; the amounts
 * are its own. Two things it cannot work out from anything else and takes as they stand: deposits, and what a result says. What people were
 * answered is compared too, where somebody noted it (`Witnessed`).
 */
import { account, Books, CODE } from './books.ts';
import { claimEnd, localDay, startOfDay } from './calendar.ts';
import { decideDigits } from './digits-draw.ts';
import { decideMatrix, shareOut } from './matrix-draw.ts';
import { movementsOf } from './movements.ts';
import { above, type Carry, least, NOTHING, type Outcome, total } from './outcome.ts';
import { priceOf } from './price.ts';
import { decideRace, type Finish } from './race-pool.ts';
import { type Reader, type Rows, readBalances, readLedger, readPrizes, readRows } from './rows.ts';
import { RULES } from './rules.ts';
import type { Contest, Finding, Ticket, Witnessed } from './subjects.ts';

type Fact = { readonly at: Date; readonly rank: number; apply(): void };

export class Auditor {
  readonly books = new Books();
  readonly #tickets = new Map<string, Ticket>();
  readonly #contests = new Map<string, Contest>();
  readonly #open = new Set<string>();
  readonly #shops = new Map<string, bigint>();
  readonly #deposits = new Map<string, bigint>();
  readonly #shopClaims = new Map<string, bigint>();
  #findings: Finding[] = [];
  #until = new Date(0);

  get counted(): { readonly tickets: number; readonly contests: number } {
    return {
      tickets: this.#tickets.size,
      contests: [...this.#contests.values()].filter(({ paid, outcomes }) => paid.size + outcomes.size > 0).length,
    };
  }

  /** Everything since the last time, up to `until`; what is not as it should be. */
  async audit(sql: Reader, until: Date, witnessed: Witnessed | null = null): Promise<Finding[]> {
    this.#findings = [];
    const rows = await readRows(sql, this.#until, until);
    this.#take(rows);
    const facts = this.#facts(rows, until).sort((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank);
    facts.forEach((fact, i) => {
      fact.apply();
      if (facts[i + 1]?.at.getTime() !== fact.at.getTime()) this.#checkFloors(fact.at);
    });
    await this.#compareBooks(sql);
    for (const { contest, version } of rows.paid) await this.#comparePrizes(sql, contest, version);
    this.#checkLapses(until);
    if (witnessed) this.#compareAnswers(witnessed);
    this.#until = until;
    return this.#findings;
  }

  #find(what: string, subject: string, expected: unknown, found: unknown): void {
    if (String(expected) !== String(found)) this.#findings.push({ what, subject, expected: String(expected), found: String(found) });
  }

  #contest(id: string): Contest {
    const found = this.#contests.get(id);
    if (!found) throw new Error(`rows name contest ${id}, which is not there`);
    return found;
  }

  #ticket(id: string): Ticket {
    const found = this.#tickets.get(id);
    if (!found) throw new Error(`rows name ticket ${id}, which is not there`);
    return found;
  }

  #take(rows: Rows): void {
    for (const row of rows.contests) {
      const known = this.#contests.get(row.id);
      const rules = RULES[row.slug];
      if (!rules) throw new Error(`the auditor was not written for ${row.slug}`);
      if (known) known.row = row;
      else this.#contests.set(row.id, { row, rules, sold: [], results: new Map(), outcomes: new Map(), paid: new Map(), void: false });
    }
    for (const { account_id, commission_bps } of rows.shops) this.#shops.set(account_id, BigInt(commission_bps));
    for (const result of rows.results) this.#contest(result.contest).results.set(result.version, result);
    for (const row of rows.tickets)
      this.#tickets.set(row.id, { id: row.id, account: row.account, atShop: row.kind === 'shop', parts: [], cancelled: false, end: null });
    for (const entry of rows.entries) {
      const { sold, rules, row } = this.#contest(entry.contest);
      const ticket = this.#ticket(entry.ticket);
      const stake = BigInt(entry.stake);
      ticket.parts.push({ contest: entry.contest, stake });
      sold.push({ ticketId: entry.ticket, accountId: entry.account, lines: entry.lines, stake });
      this.#find('price', `ticket ${entry.ticket} in ${row.slug}`, priceOf(rules, entry.lines, stake), stake);
    }
    for (const row of rows.tickets) {
      const { parts } = this.#ticket(row.id);
      this.#find('stake of the ticket', row.id, total(parts.map(({ stake }) => stake)), row.stake);
      for (const { contest } of parts) {
        const { opens_at, closes_at } = this.#contest(contest).row;
        const inTime = opens_at <= row.sold_at && row.sold_at < closes_at;
        this.#find('sold while the contest was open', row.id, true, inTime);
      }
    }
  }

  #facts(rows: Rows, until: Date): Fact[] {
    const { books } = this;
    const payer = ({ account: owner, atShop }: Ticket) => account(atShop ? 'shop' : 'cash', owner);
    const facts: Fact[] = [];
    const add = (at: Date, rank: number, apply: () => void) => facts.push({ at, rank, apply });
    for (const { account: owner, amount, at } of rows.deposits)
      add(at, 0, () => {
        books.move(account('clearing'), account('cash', owner), BigInt(amount));
        this.#deposits.set(owner, (this.#deposits.get(owner) ?? 0n) + BigInt(amount));
      });
    for (const { account: owner, amount, at } of rows.holds)
      add(at, 1, () => books.move(account('cash', owner), account('held', owner), BigInt(amount)));
    for (const { account: owner, amount, outcome, at } of rows.holdEnds)
      add(at, 2, () =>
        books.move(account('held', owner), outcome === 'posted' ? account('clearing') : account('cash', owner), BigInt(amount)),
      );
    for (const { id, sold_at } of rows.tickets)
      add(sold_at, 1, () => {
        const ticket = this.#ticket(id);
        for (const { contest, stake } of ticket.parts) books.move(payer(ticket), account('stakes', contest), stake);
      });
    for (const { ticket: id, at } of rows.cancellations)
      add(at, 2, () => {
        const ticket = this.#ticket(id);
        ticket.cancelled = true;
        for (const { contest, stake } of ticket.parts) books.move(account('stakes', contest), payer(ticket), stake);
      });
    for (const { contest, at } of rows.voids)
      add(at, 3, () => {
        this.#undo(contest, Number.MAX_SAFE_INTEGER);
        this.#contest(contest).void = true;
      });
    for (const table of rows.tables) add(table.at, 4, () => this.#settle(table));
    for (const paid of rows.paid) add(paid.at, 5, () => this.#pay(paid));
    for (const claim of rows.claims)
      add(claim.at, 6, () => {
        const { amount, payer: shop, ending, at, ticket } = claim;
        this.#end(ticket, ending, at, amount);
        if (ending === 'operator') return;
        books.move(account('payable', claim.account), account('shop', shop), this.#winOf(this.#ticket(ticket)));
        this.#shopClaims.set(ticket, BigInt(amount));
      });
    for (const { account: owner, amount, state, approved_at, ended_at } of rows.orders) {
      const cents = BigInt(amount);
      const payable = account('payable', owner);
      const clearing = account('clearing');
      if (approved_at && approved_at > this.#until && approved_at <= until) add(approved_at, 6, () => books.move(payable, clearing, cents));
      if (!ended_at || ended_at <= this.#until || ended_at > until) continue;
      if (state === 'executed') add(ended_at, 7, () => books.move(clearing, account('bank'), cents));
      else if (approved_at) add(ended_at, 7, () => books.move(clearing, payable, cents));
    }
    for (const lapse of rows.lapses)
      add(lapse.at, 6, () => {
        const ticket = this.#ticket(lapse.ticket);
        this.#find('lapsed after the claim period', ticket.id, true, lapse.at.getTime() > this.#claimUntil(ticket));
        books.move(account('payable', ticket.account), account('unclaimed'), this.#winOf(ticket));
        this.#end(ticket.id, 'lapse', lapse.at, lapse.amount);
      });
    for (const { ticket, at } of rows.abandonments)
      add(at, 7, () => books.move(account('unclaimed'), account('abandoned'), this.#winOf(this.#ticket(ticket))));
    return facts;
  }

  /** What the product's contest before this one left; void ones pass on what they were given. */
  #carryInto({ row, rules }: Contest): Carry {
    if (rules.kind === 'digits' || (rules.kind === 'race' && !rules.carries)) return NOTHING;
    const before = [...this.#contests.values()]
      .filter((other) => other.row.product === row.product && other.row.number < row.number && !other.void)
      .sort((a, b) => b.row.number - a.row.number)[0];
    if (!before) return NOTHING;
    const last = before.outcomes.get(Math.max(...before.outcomes.keys()));
    if (!last) throw new Error(`contest ${row.id} is settled, the one before it is not`);
    return last.after;
  }

  #decide(contest: Contest, version: number): Outcome {
    const { rules, results, row } = contest;
    const found = results.get(version);
    if (!found) throw new Error(`contest ${row.id} is settled without a certified result`);
    const sold = contest.sold.filter(({ ticketId }) => !this.#ticket(ticketId).cancelled);
    const before = this.#carryInto(contest);
    switch (rules.kind) {
      case 'matrix': {
        if (row.source === 'external') {
          const { salesCents, winners } = found.external as { salesCents: string; winners: { tier: string; count: string }[] };
          const counts = rules.tiers.map(({ id }) => BigInt(winners.find(({ tier }) => tier === id)?.count ?? 0));
          return { ...shareOut(rules, BigInt(salesCents), counts, before), prizes: new Map(), refunds: new Map() };
        }
        const { panels, bonuses } = found.result as { panels: { main: number[] }; bonuses: { bonus: number[] } };
        return decideMatrix(rules, sold, { main: panels.main, bonus: bonuses.bonus[0] ?? 0 }, before);
      }
      case 'digits':
        return decideDigits(rules, sold, (found.result as { digits: string }).digits);
      case 'race': {
        const [leg] = (found.result as { legs: { kind: string; order?: number[][] }[] }).legs;
        return decideRace(rules, sold, leg?.kind === 'void' ? null : ((leg?.order ?? []) as Finish), before);
      }
    }
  }

  #settle({ contest: id, version, tiers, prizes, refunds }: Rows['tables'][number]): void {
    const contest = this.#contest(id);
    this.#undo(id, version);
    const outcome = this.#decide(contest, version);
    contest.outcomes.set(version, outcome);
    const name = `${contest.row.slug} ${contest.row.number}`;
    for (const { id: tier, winners, share } of outcome.tiers) {
      const row = tiers.find((one) => one.tier === tier);
      this.#find(`winners of ${tier}`, name, winners, row?.winners);
      this.#find(`prize of ${tier}`, name, share, row?.shareCents);
    }
    if (contest.row.source === 'external') return;
    this.#find('prizes of the table', name, total(outcome.prizes.values()), prizes);
    this.#find('refunds of the table', name, total(outcome.refunds.values()), refunds);
    this.#post(contest, outcome, false);
  }

  /** Where the money of a settled contest goes; `back`: it all comes back. */
  #post({ row, sold }: Contest, outcome: Outcome, back: boolean): void {
    const atShops = sold.filter(({ ticketId, accountId }) => this.#shops.has(accountId) && !this.#ticket(ticketId).cancelled);
    for (const [debit, credit, amount] of movementsOf(row, outcome, atShops, this.#shops))
      this.books.move(debit, credit, back ? -amount : amount);
  }

  /** Takes the settlement before `version` back; what had been paid on it is the operator's loss until it is recalled. */
  #undo(id: string, version: number): void {
    const contest = this.#contest(id);
    const last = Math.max(0, ...[...contest.outcomes.keys()].filter((one) => one < version));
    const outcome = contest.outcomes.get(last);
    if (!outcome || contest.row.source === 'external') return;
    this.books.move(account('loss'), account('fund', id), total(contest.paid.get(last)?.gave.values() ?? []));
    this.#post(contest, outcome, true);
  }

  #pay({ contest: id, version, first, last, at }: Rows['paid'][number]): void {
    const contest = this.#contest(id);
    const gave = contest.paid.get(version)?.gave ?? new Map<string, bigint>();
    const earlierVersion = Math.max(0, ...[...contest.paid.keys()].filter((one) => one < version));
    const earlier = contest.paid.get(earlierVersion)?.gave ?? new Map<string, bigint>();
    contest.paid.set(version, { at, gave });
    const outcome = contest.outcomes.get(version);
    const source = account(contest.void ? 'stakes' : 'fund', id);
    const stretch = contest.sold
      .filter(({ ticketId }) => first <= ticketId && ticketId <= last && !this.#ticket(ticketId).cancelled)
      .sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
    for (const { ticketId, stake } of stretch) {
      const due = contest.void ? stake : (outcome?.prizes.get(ticketId) ?? 0n) + (outcome?.refunds.get(ticketId) ?? 0n);
      if (due === 0n) continue;
      const ticket = this.#ticket(ticketId);
      gave.set(ticketId, due);
      this.books.move(source, account(ticket.atShop ? 'payable' : 'cash', ticket.account), due);
      if (ticket.atShop && !ticket.end) this.#open.add(ticketId);
    }
    if (!earlierVersion) return;
    for (const { ticketId } of stretch) {
      const ticket = this.#ticket(ticketId);
      const holder = account(ticket.atShop ? 'payable' : 'cash', ticket.account);
      const had = earlier.get(ticketId) ?? 0n;
      this.books.move(holder, account('loss'), this.#recall(contest, ticket, had, gave.get(ticketId) ?? 0n));
    }
  }

  /** What comes back of an earlier prize: as much as a player still has; of a shop ticket all that has not been handed over. */
  #recall(contest: Contest, ticket: Ticket, had: bigint, has: bigint): bigint {
    if (!ticket.atShop) return least(had, this.books.of(account('cash', ticket.account)));
    const { end } = ticket;
    if (!end) return had;
    const inForce = [...contest.paid.entries()].filter(([, { at }]) => at <= end.at).sort(([a], [b]) => b - a)[0];
    const ended = inForce?.[1].gave.get(ticket.id) ?? 0n;
    return above(had, ended) + least(has, ended);
  }

  /** What a ticket has won by the results in force. */
  #winOf(ticket: Ticket): bigint {
    return total(
      ticket.parts.map(({ contest }) => {
        const { paid } = this.#contest(contest);
        return paid.get(Math.max(0, ...paid.keys()))?.gave.get(ticket.id) ?? 0n;
      }),
    );
  }

  #claimUntil({ parts }: Ticket): number {
    const rows = parts.map(({ contest }) => this.#contest(contest)).sort((a, b) => b.row.draws_at.getTime() - a.row.draws_at.getTime());
    const last = rows[0] as Contest;
    return claimEnd(last.row.draws_at.getTime(), last.rules.claimDays, last.rules.closedDaysExtend);
  }

  #end(ticketId: string, how: 'shop' | 'operator' | 'lapse', at: Date, amount: string): void {
    const ticket = this.#ticket(ticketId);
    this.#find('a prize ends once', ticketId, 'open', ticket.end ? ticket.end.how : 'open');
    this.#find('amount of the prize', ticketId, this.#winOf(ticket), amount);
    ticket.end = { how, at };
    this.#open.delete(ticketId);
  }

  /** The night's job has run: no prize is open whose time is over. */
  #checkLapses(until: Date): void {
    const today = startOfDay(localDay(until.getTime()));
    for (const id of this.#open) {
      const ticket = this.#ticket(id);
      const decided = ticket.parts.every(({ contest }) => ['published', 'archived', 'void'].includes(this.#contest(contest).row.state));
      if (!decided || this.#winOf(ticket) === 0n) continue;
      this.#find('prize open after its claim period', id, 'lapsed', this.#claimUntil(ticket) < today ? 'open' : 'lapsed');
    }
  }

  #checkFloors(at: Date): void {
    for (const [one, balance] of this.books.balances) {
      const code = Number(one.split('/')[0]);
      const mayOwe: readonly number[] = [CODE.shop, CODE.loss, CODE.topUp, CODE.clearing, CODE.bank, CODE.stakes];
      if (balance < 0n && !mayOwe.includes(code)) this.#find(`below nothing at ${at.toISOString()}`, one, 0n, balance);
    }
  }

  async #compareBooks(sql: Reader): Promise<void> {
    const ledger = new Map((await readLedger(sql)).map(({ code, owner, amount }) => [`${code}/${owner}`, BigInt(amount)]));
    for (const one of new Set([...this.books.balances.keys(), ...ledger.keys()]))
      this.#find('account', one, this.books.of(one as `${number}/${string}`), ledger.get(one) ?? 0n);
    this.#find('trial balance', 'all accounts', 0n, total(ledger.values()));
    for (const { account: owner, code, amount, floor } of await readBalances(sql)) {
      this.#find('balance row', `${code}/${owner}`, this.books.of(`${code}/${owner}`), amount);
      this.#find('within its limit', `${code}/${owner}`, true, BigInt(amount) >= BigInt(floor));
    }
    for (const { row, outcomes } of this.#contests.values()) {
      if (!['archived', 'void'].includes(row.state) || row.source === 'external') continue;
      this.#find('stakes left', `${row.slug} ${row.number}`, 0n, this.books.of(account('stakes', row.id)));
      if (outcomes.size > 0) this.#find('fund left', `${row.slug} ${row.number}`, 0n, this.books.of(account('fund', row.id)));
    }
  }

  async #comparePrizes(sql: Reader, contestId: string, version: number): Promise<void> {
    const contest = this.#contest(contestId);
    const due = new Map(contest.paid.get(version)?.gave);
    const payments = contest.paid.size;
    for (const { ticket, amount, paid, times } of await readPrizes(sql, contestId, version)) {
      this.#find('prize of the ticket', ticket, due.get(ticket) ?? 0n, amount);
      this.#find('transfer of the prize', ticket, amount, paid);
      this.#find('paid once for each version', ticket, true, times >= 1 && times <= payments);
      due.delete(ticket);
    }
    for (const [ticket, amount] of due) this.#find('prize of the ticket', ticket, amount, 'none');
  }

  #compareAnswers({ tickets, cancelled, paid, deposits }: Witnessed): void {
    for (const [id, { accountId, cents }] of tickets) {
      const ticket = this.#tickets.get(id);
      this.#find(
        'acknowledged ticket',
        id,
        `${accountId} ${cents}`,
        `${ticket?.account} ${total(ticket?.parts.map(({ stake }) => stake) ?? [])}`,
      );
    }
    this.#find('tickets that nobody was given', 'all', tickets.size, this.#tickets.size);
    const taken = [...this.#tickets.values()].filter((ticket) => ticket.cancelled);
    this.#find(
      'tickets taken back',
      'all',
      [...cancelled.keys()].sort().join(),
      taken
        .map(({ id }) => id)
        .sort()
        .join(),
    );
    const listed = (map: ReadonlyMap<string, bigint>) =>
      [...map]
        .map(([id, amount]) => `${id} ${amount}`)
        .sort()
        .join();
    this.#find('paid at counters', 'all', listed(paid), listed(this.#shopClaims));
    this.#find('deposits', 'all', listed(deposits), listed(this.#deposits));
  }
}
