/** The check of an opened ticket, done by this browser with the independent verifier, against the root published for the run. */
import type { InstantGame, InstantRun } from '../../../api/instants.ts';
import { bytesOfHex } from '../tickets/hex.ts';

export async function checkOutcome(game: InstantGame, run: Pick<InstantRun, 'root' | 'leaves'>): Promise<boolean> {
  if (!game.reveal) return false;
  const [{ verifyInstantTicket }, { browserPorts }] = await Promise.all([import('@valira/verifier'), import('@valira/verifier/browser')]);
  return verifyInstantTicket(browserPorts, bytesOfHex(run.root), {
    game: game.game,
    run: game.run,
    outcome: bytesOfHex(game.reveal.outcome),
    salt: bytesOfHex(game.reveal.salt),
    proof: { index: game.index, size: run.leaves, path: game.reveal.path.map(bytesOfHex) },
  });
}
