/** The race desk enters a race, a match or another event, with its meeting. */
import type { Outcome } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { type AddedEvent, addEvent, type EventRefusal, type NewEvent } from '../contests/index.ts';

export const createEvent = (core: Core, actor: string, wanted: NewEvent): Promise<Outcome<AddedEvent, EventRefusal>> =>
  core.inTransaction((tx) => addEvent(tx, core, actor, wanted));
