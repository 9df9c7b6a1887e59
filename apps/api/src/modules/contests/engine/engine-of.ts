/** The engine of a contest: of the product version for draws, of the frozen definition and card for pools. */
import { parseGameDefinition } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { poolFromJson } from '@valira/pool';
import type { ContestEngine } from './contest-engine.ts';
import { drawEngine } from './draw-engine.ts';
import type { Withdrawn } from './leg-results.ts';
import { poolEngine } from './pool-engine.ts';

export type EngineSource = {
  readonly id: string;
  readonly kind: 'draw' | 'pool';
  readonly productVersionId: string;
  readonly definition: unknown;
  readonly frozen: unknown;
  /** Runners that are out of a pool's legs; the only thing about a pool that changes while it sells. */
  readonly scratched?: readonly Withdrawn[];
};

const KEPT = 500;

/** Definitions never change once approved and cards only lose runners, so engines are kept, the most recently used ones. */
export function engineCache(): (source: EngineSource) => ContestEngine {
  const kept = new Map<string, ContestEngine>();
  return (source) => {
    const key = source.kind === 'draw' ? source.productVersionId : `${source.id}:${JSON.stringify(source.scratched ?? [])}`;
    const found = kept.get(key);
    const engine = found ?? makeEngine(source);
    kept.delete(key);
    kept.set(key, engine);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return engine;
  };
}

function makeEngine(source: EngineSource): ContestEngine {
  if (source.kind === 'draw') return drawEngine(expectOk(parseGameDefinition(source.definition)));
  const pool = expectOk(poolFromJson(source.frozen));
  return poolEngine(pool, source.scratched ?? []);
}
