/**
 * What the API answered when it did not do what was asked (RFC 9457), or `network` when no answer came: then it is not
 * known whether the request arrived, and a command has to be resolved rather than repeated.
 */
import type { ShownProblem } from '@valira/ui';

export class Problem extends Error {
  override readonly name = 'Problem';

  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly errors: readonly ShownProblem[];
  readonly requestId: string | undefined;
  /** The API's own words. */
  readonly detail: string | undefined;

  constructor(
    status: number,
    code: string,
    about: {
      facts?: Readonly<Record<string, unknown>>;
      errors?: readonly ShownProblem[];
      requestId?: string;
      detail?: string | undefined;
    } = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.facts = about.facts ?? {};
    this.errors = about.errors ?? [];
    this.requestId = about.requestId;
    this.detail = about.detail;
  }

  shown(): ShownProblem {
    return { code: this.code, facts: this.facts, requestId: this.requestId, detail: this.detail };
  }
}

/** Any error as a person can read it; a bug of ours is `unlisted`. */
export const shownProblem = (error: unknown): ShownProblem => (error instanceof Problem ? error.shown() : { code: 'unlisted' });

/** The request needed somebody who is signed in, and nobody was: the session has ended meanwhile. */
export const isSessionOver = (error: unknown): boolean => error instanceof Problem && error.code === 'not_signed_in';

export type NextDraw = { readonly contestId: string; readonly number: number; readonly drawsAt: string };

/** The later draw that is offered when the one that was asked for has closed; nothing is ever moved to it without a yes. */
export function nextDrawOf(error: unknown): NextDraw | null {
  if (!(error instanceof Problem) || error.code !== 'contest_closed') return null;
  const { nextContestId: contestId, nextNumber: number, nextDrawsAt: drawsAt } = error.facts;
  return typeof contestId === 'string' && typeof number === 'number' && typeof drawsAt === 'string' ? { contestId, number, drawsAt } : null;
}
