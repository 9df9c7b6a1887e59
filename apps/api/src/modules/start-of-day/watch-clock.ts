/**
 * Stops all sales when this process's clock and another are more than 100 ms apart beyond doubt, with an alarm. The sale's own instant is the
 * database's, so no ticket is dated wrongly; deadlines, sessions and the control system's grace depend on all clocks agreeing.
 *
 * A stop is for one hour's occasion: released by two people, it comes again in the next hour unless the clock was mended.
 */
import type { Core } from '../../platform/core.ts';
import { stopSales } from '../exposure/index.ts';
import { type AskedClock, isApart, measureSkew, type Skew } from './clock-skew.ts';

export async function watchClock(core: Core, process: string, asked: readonly AskedClock[]): Promise<Skew[]> {
  const apart = (await measureSkew(core, asked)).filter(isApart);
  for (const { name, skewMs } of apart)
    await core.inTransaction((tx) =>
      stopSales(tx, core, process, {
        where: { scope: 'all' },
        rule: 'clock',
        occasion: `${process}/${name}/${core.clock.now().toISOString().slice(0, 13)}`,
        reason: `The clocks of ${process} and ${name} are ${skewMs} ms apart`,
        facts: { process, other: name, skewMs },
      }),
    );
  return apart;
}
