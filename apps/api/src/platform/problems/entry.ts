import type { Words } from '../language.ts';

/** One refusal: its HTTP status and its words in the four languages. */
export type Entry = { readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503; readonly words: Words };

export const entry = (status: Entry['status'], ca: string, es: string, fr: string, en: string): Entry => ({
  status,
  words: { ca, es, fr, en },
});
