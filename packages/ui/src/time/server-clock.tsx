/**
 * The authoritative clock, as far as a screen can know it.
 *
 * A device's own clock may be minutes off. Each answer of the API carries its time; the smallest round trip so far gives the best estimate of the
 * offset (as in NTP: offset = server time − (sent + received) / 2, error at most half the round trip), and countdowns run
 * on device time + offset. Selling is never decided here: the database's clock decides, and this clock only tells people.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

export class ServerClock {
  #offsetMs = 0;
  #bestRoundTripMs = Number.POSITIVE_INFINITY;
  readonly #listeners = new Set<() => void>();

  /** All in milliseconds: the server's time, and the device's when asking and when answered. */
  observe(serverMs: number, sentMs: number, receivedMs: number): void {
    const roundTripMs = receivedMs - sentMs;
    if (!Number.isFinite(serverMs) || roundTripMs < 0 || roundTripMs > this.#bestRoundTripMs) return;
    this.#bestRoundTripMs = roundTripMs;
    this.#offsetMs = serverMs - (sentMs + receivedMs) / 2;
    for (const tell of this.#listeners) tell();
  }

  readonly now = (): number => Date.now() + this.#offsetMs;
  readonly offsetMs = (): number => this.#offsetMs;
  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  };
}

const ClockContext = createContext<ServerClock | null>(null);

export function ServerClockProvider(props: { clock: ServerClock; children: ReactNode }) {
  return <ClockContext value={props.clock}>{props.children}</ClockContext>;
}

/** Server time in milliseconds, refreshed every `everyMs`. */
export function useServerNow(everyMs = 1000): number {
  const provided = useContext(ClockContext);
  const clock = useMemo(() => provided ?? new ServerClock(), [provided]);
  useSyncExternalStore(clock.subscribe, clock.offsetMs, clock.offsetMs);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return clock.now();
}
