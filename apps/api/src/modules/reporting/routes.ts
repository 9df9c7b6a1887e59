/** What is published about a contest that is done: the signed record as JSON and PDF, and the bundle anyone can verify. */
import { createRoute, z } from '@hono/zod-openapi';
import { refuse } from '@valira/outcome';
import { requireNobody } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn } from '../../platform/http/wire.ts';
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
  request: {
    params: z.object({ id: idIn('contest'), part: z.enum(['record.json', 'record.pdf', 'bundle']) }),
    query: z.strictObject({
      version: z.coerce
        .number()
        .int()
        .min(1)
        .max(1_000)
        .optional()
        .openapi({ description: 'An earlier version of the result; the present one without it' }),
    }),
  },
  responses: {
    200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } } },
    ...problems,
  },
});

export const recordRoutes = ({ db, archive }: Pick<Core, 'db'> & { readonly archive: Archive }) =>
  newModule().openapi(published, async (c) => {
    const { id, part } = c.req.valid('param');
    const contest = await findContest(db, id);
    if (!contest) return refused(c, refuse('contest_not_found'));
    const { ending, type } = PUBLISHED[part];
    const version = c.req.valid('query').version ?? contest.resultVersion;
    const name = archiveName(contest, version, ending);
    // A version that was superseded stays as it was published; the present one shows once all of it is there.
    const isComplete =
      version < contest.resultVersion || contest.state === 'archived' || contest.state === 'correcting' || contest.state === 'void';
    const file = isComplete ? await archive.get(name) : null;
    if (!file) return refused(c, refuse('not_found'));
    return c.body(new Uint8Array(file), 200, {
      'content-type': type,
      'content-disposition': `attachment; filename="${name.split('/').at(-1) ?? name}"`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
