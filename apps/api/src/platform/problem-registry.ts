/**
 * Every refusal the API can answer with: its HTTP status and its words. One registry, so a code means the same everywhere and
 * an unknown code is a type error. Words say what happened, what did not happen to the money, and what to do.
 */
import { ACCESS_PROBLEMS } from './problems/access.ts';
import { EVENTS_PROBLEMS } from './problems/events.ts';
import { INSTANTS_PROBLEMS } from './problems/instants.ts';
import { PAYMENTS_PROBLEMS } from './problems/payments.ts';
import { PRIZES_PROBLEMS } from './problems/prizes.ts';
import { PROCEDURE_PROBLEMS } from './problems/procedure.ts';
import { REQUEST_PROBLEMS } from './problems/request.ts';
import { SELLING_PROBLEMS } from './problems/selling.ts';

/** By area; a code stands in one of them (a test counts). */
export const PROBLEM_AREAS = [
  REQUEST_PROBLEMS,
  ACCESS_PROBLEMS,
  SELLING_PROBLEMS,
  PRIZES_PROBLEMS,
  PROCEDURE_PROBLEMS,
  EVENTS_PROBLEMS,
  INSTANTS_PROBLEMS,
  PAYMENTS_PROBLEMS,
] as const;

export const PROBLEMS = {
  ...REQUEST_PROBLEMS,
  ...ACCESS_PROBLEMS,
  ...SELLING_PROBLEMS,
  ...PRIZES_PROBLEMS,
  ...PROCEDURE_PROBLEMS,
  ...EVENTS_PROBLEMS,
  ...INSTANTS_PROBLEMS,
  ...PAYMENTS_PROBLEMS,
};

export type ProblemCode = keyof typeof PROBLEMS;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);
