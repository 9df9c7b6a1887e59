/** Sales of the terminal's own program over a flaky network to a real platform, with cuts of the terminal's power in between. */
import { expect, vi } from 'vitest';
import { enrolDevice, terminalApi } from '../api/terminal-api.ts';
import type { Order } from '../api/wire.ts';
import { makeDeviceKey } from '../device/device-key.ts';
import { type Enrolment, openTerminalStore } from '../device/terminal-store.ts';
import { beginSale, isOpen, resolveSale, type SaleAttempt, type SalePorts } from '../sale/sale-attempt.ts';
import { FATES, type Fate, type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import type { PlatformReport, ShopPlatform } from './shop-platform.ts';

const SALES_PER_RUN = 6;
/** So that a request nobody answers is given up soon. */
const ANSWER_MS = 250;
const MINUTE = 60_000;
const SKEWS = [0, 4 * MINUTE, -4 * MINUTE, -365 * 24 * 60 * MINUTE];

/** Numbers in [0, 1) that a seed decides (splitmix32). */
function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export type FlakyShop = {
  readonly run: (seed: number) => Promise<{ readonly sold: number; readonly unsold: number; readonly fates: ReadonlySet<Fate> }>;
  /** Everything signed so far is sent again, as it was; how many requests. */
  readonly replayAll: () => Promise<number>;
  readonly report: () => Promise<PlatformReport>;
  readonly proxy: FlakyProxy;
  readonly enrolment: Enrolment;
  readonly clerk: string;
  readonly close: () => void;
};

class PowerCut extends Error {}

export async function openFlakyShop(platform: ShopPlatform): Promise<FlakyShop> {
  let chance = chanceOf(0);
  let flaky = false;
  let seenFates = new Set<Fate>();
  const fateOf = (path: string): Fate => {
    if (!flaky) return 'pass';
    // Half of the questions get through, so that a run ends.
    const fate = path.endsWith('/resolve') && chance() < 0.5 ? 'pass' : (FATES[Math.floor(chance() * FATES.length)] as Fate);
    seenFates.add(fate);
    return fate;
  };
  const proxy = await startFlakyProxy(platform.url, { fate: fateOf, delayMs: () => chance() * 2 * ANSWER_MS });
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(flaky ? ANSWER_MS : 10_000));
  vi.stubGlobal('document', { documentElement: { lang: 'ca' } });
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => network(new URL(path, proxy.url), init));

  const key = await makeDeviceKey();
  const enrolled = await enrolDevice(platform.code, key.publicKey);
  const enrolment: Enrolment = { ...enrolled, privateKey: key.privateKey };
  const api = terminalApi(enrolment);
  const { token } = await api.enterPin(platform.pin);
  const order: Order = { contestIds: [platform.contestId], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' };

  return {
    proxy,
    enrolment,
    clerk: token,
    report: platform.report,
    close: () => {
      proxy.close();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },
    async run(seed) {
      chance = chanceOf(seed);
      seenFates = new Set();
      const skewMs = SKEWS[seed % SKEWS.length] as number;
      const before = await platform.report();
      const beganMs = Date.now();
      const store = await openTerminalStore(`flaky-${seed}`);
      const ports: SalePorts = {
        keep: store.keepAttempt,
        sell: (wanted, saleKey) => api.sell(token, wanted, saleKey),
        resolve: (saleKey) => api.resolve(token, saleKey),
        nowMs: () => Date.now() + skewMs,
        newKey: () => crypto.randomUUID(),
      };
      /** The same ports on a terminal whose power is cut before one of its steps. */
      const cutAt = (step: number): SalePorts => {
        let steps = 0;
        const count = () => {
          if (steps++ === step) throw new PowerCut();
        };
        return {
          ...ports,
          keep: async (attempt) => {
            count();
            await ports.keep(attempt);
            count();
          },
          sell: async (wanted, saleKey) => {
            const answer = await ports.sell(wanted, saleKey);
            count();
            return answer;
          },
        };
      };
      flaky = true;
      for (let i = 0; i < SALES_PER_RUN; i++) {
        const power = chance() < 0.3 ? cutAt(Math.floor(chance() * 7)) : ports;
        await beginSale(power, order, 'Cims', () => {}).catch((error: unknown) => {
          if (!(error instanceof PowerCut)) throw error;
        });
      }
      // The next start: whatever is open is asked about until it is known.
      for (;;) {
        const open = (await store.attempts()).filter(isOpen);
        if (open.length === 0) break;
        for (const attempt of open) await resolveSale(ports, attempt, () => {});
      }
      await proxy.drain();
      flaky = false;

      const attempts = await store.attempts();
      const after = await platform.report();
      const isState =
        (...states: SaleAttempt['state'][]) =>
        ({ state }: SaleAttempt) =>
          states.includes(state);
      const sold = attempts.filter(isState('sold'));
      const outcomes = new Map(after.keys.map(({ key: saleKey, outcome }) => [saleKey, outcome]));
      for (const attempt of attempts)
        expect(outcomes.get(attempt.key) === 'sold', `${attempt.state} ${attempt.key}`).toBe(attempt.state === 'sold');
      const serials = sold.map((attempt) => (attempt.state === 'sold' ? attempt.ticket.serial : null));
      expect(new Set(serials).size).toBe(sold.length);
      const drawer = sold.reduce((sum, attempt) => sum + BigInt(attempt.order.priceCents), 0n);
      const grown = (field: 'tickets' | 'staked' | 'owed') => BigInt(after[field]) - BigInt(before[field]);
      expect({ tickets: grown('tickets'), staked: grown('staked'), owed: grown('owed') }).toEqual({
        tickets: BigInt(sold.length),
        staked: drawer,
        owed: drawer,
      });
      // The time on a ticket is the platform's, whatever the terminal's clock says.
      for (const attempt of sold) {
        const soldAtMs = attempt.state === 'sold' ? Date.parse(attempt.ticket.soldAt) : Number.NaN;
        expect(soldAtMs).toBeGreaterThan(beganMs - 1_000);
        expect(soldAtMs).toBeLessThan(Date.now() + 1_000);
      }
      return { sold: sold.length, unsold: attempts.length - sold.length, fates: seenFates };
    },
    async replayAll() {
      for (const sent of proxy.seen) await proxy.deliver(sent);
      return proxy.seen.length;
    },
  };
}
