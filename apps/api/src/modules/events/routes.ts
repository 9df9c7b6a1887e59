/** Meetings and cards as anyone may see them. */
import { createRoute, z } from '@hono/zod-openapi';
import { refuse } from '@valira/outcome';
import { requireNobody } from '../../platform/auth/index.ts';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { dayIn, idIn } from '../../platform/http/wire.ts';
import { findEvent } from './event.store.ts';
import { eventView, meetingsOf, meetingView, viewOfEvent } from './event.view.ts';

const meetings = createRoute({
  method: 'get',
  path: '/meetings',
  tags: ['events'],
  summary: 'The meetings of a day with their cards; today’s when no day is asked for',
  ...requireNobody,
  request: { query: z.strictObject({ day: dayIn.optional() }) },
  responses: { 200: json(z.object({ day: z.string(), meetings: z.array(meetingView) }), 'By name'), ...problems },
});

const card = createRoute({
  method: 'get',
  path: '/events/{id}',
  tags: ['events'],
  summary: 'A race, a match or another event: runners, pools on it, stop-bet, official result',
  ...requireNobody,
  request: { params: z.object({ id: idIn('event') }) },
  responses: { 200: json(eventView, 'As it stands'), ...problems },
});

export const eventRoutes = ({ db, clock }: Core) =>
  newModule()
    .openapi(meetings, async (c) => {
      const day = c.req.valid('query').day ?? businessDayOf(clock.now()).date;
      return c.json({ day, meetings: await meetingsOf(db, day, clock.now()) }, 200);
    })
    .openapi(card, async (c) => {
      const event = await findEvent(db, c.req.valid('param').id);
      return event ? c.json(await viewOfEvent(db, event, clock.now()), 200) : refused(c, refuse('event_not_found'));
    });
