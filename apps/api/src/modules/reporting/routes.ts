/** What is published about a contest that is done: the signed record as JSON and PDF, and the bundle anyone can verify. */
import { createRoute, z } from '@hono/zod-openapi';
import { contestRecord } from '@valira/db/schema';
import { refuse } from '@valira/outcome';
import { desc } from 'drizzle-orm';
import { requireInspector, requireNobody } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { findContest } from '../contests/index.ts';
import type { Archive } from './archive.ts';
import { archiveName } from './publish-record.ts';

const PUBLISHED = {
  'record.json': { ending: 'json', type: 'application/json' },
  'record.pdf': { ending: 'pdf', type: 'application/pdf' },
  bundle: { ending: 'valira', type: 'application/octet-stream' },
} as const;

const published = createRoute({
  method: 'get',
  path: '/contests/{id}/{part}',
  tags: ['records'],
  summary: 'The signed record (record.json, record.pdf) or the bundle for `valira verify`',
  ...requireNobody,
  request: { params: z.object({ id: idIn('contest'), part: z.enum(['record.json', 'record.pdf', 'bundle']) }) },
  responses: {
    200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } } },
    ...problems,
  },
});

const records = createRoute({
  method: 'get',
  path: '/inspection/records',
  tags: ['inspection'],
  summary: 'Records handed to the regulator, the latest first, each chained to the one before',
  ...requireInspector,
  responses: {
    200: json(
      z.object({
        records: z.array(
          z.object({
            contestId: idOut('contest'),
            resultVersion: z.number().int(),
            sequence: z.string(),
            hash: z.string(),
            previousHash: z.string(),
            at: instantOut,
          }),
        ),
      }),
      'The last 500',
    ),
    ...problems,
  },
});

export const recordRoutes = ({ db, archive }: Core & { readonly archive: Archive }) =>
  newModule()
    .openapi(published, async (c) => {
      const { id, part } = c.req.valid('param');
      const contest = await findContest(db, id);
      if (!contest) return refused(c, refuse('contest_not_found'));
      const { ending, type } = PUBLISHED[part];
      const name = archiveName(contest, contest.resultVersion, ending);
      const file = contest.state === 'archived' ? await archive.get(name) : null;
      if (!file) return refused(c, refuse('not_found'));
      return c.body(new Uint8Array(file), 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name.split('/').at(-1) ?? name}"`,
        'cache-control': 'public, max-age=31536000, immutable',
      });
    })
    .openapi(records, async (c) => {
      const rows = await db.select().from(contestRecord).orderBy(desc(contestRecord.sequence)).limit(500);
      return c.json(
        {
          records: rows.map(({ contestId, resultVersion, sequence, documentHash, previousHash, at }) => ({
            contestId: wireId('contest', contestId),
            resultVersion,
            sequence: String(sequence),
            hash: hex(documentHash),
            previousHash: hex(previousHash),
            at: at.toISOString(),
          })),
        },
        200,
      );
    });
