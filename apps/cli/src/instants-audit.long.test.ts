import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateRun, readManifest } from '@valira/instants';
import { prepareRun, scaledPapers } from '@valira/instants/testing';
import { auditRun } from '@valira/instants-audit';
import { describe, expect, it } from 'vitest';

describe('an instant run of one million tickets', () => {
  it('is generated and passes its audit, every prize of the papers found, in memory that does not grow with the run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'valira-million-'));
    try {
      const prepared = prepareRun(scaledPapers(1_000_000), 'one million');
      const held: number[] = [];
      for await (const { segmentsDone } of generateRun({ folder, ...prepared })) {
        if (segmentsDone % 5 === 0) held.push(process.memoryUsage().arrayBuffers);
      }
      // At most the segments in hand: about 10 MB each, three of them, and what is not collected yet.
      expect(Math.max(...held)).toBeLessThan(150_000_000);
      const report = await auditRun(folder, prepared.keys, { publishedRoot: (await readManifest(folder)).root });
      expect(report.findings).toEqual([]);
      expect(report.passed).toBe(true);
      expect(report.tiers.map(({ found }) => found)).toEqual(prepared.definition.tiers.map(({ count }) => count));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
