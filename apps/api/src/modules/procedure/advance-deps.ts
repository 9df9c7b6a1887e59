/** What the automatic steps of a contest need. */
import type { Core } from '../../platform/core.ts';
import type { ControlClient } from '../control/index.ts';
import type { Archive, RecordSources } from '../reporting/index.ts';

export type AdvanceDeps = {
  readonly core: Core;
  readonly control: ControlClient;
  readonly archive: Archive;
  readonly record: RecordSources;
};

/** Something outside is not ready yet (links on their way, the contest before not settled): the job tries again. */
export class NotReadyYet extends Error {}
