/** From JSON to a prize plan that can work, or the first reason why not. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { planProblems } from './plan-problems.ts';
import { type PrizePlan, prizePlan } from './prize-plan.ts';

/** Refuses with `prize_plan_invalid`, the path inside the plan and `facts.reason`. */
export function parsePrizePlan(json: unknown): Outcome<PrizePlan, 'prize_plan_invalid'> {
  const parsed = prizePlan.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('prize_plan_invalid', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? 'unreadable' } });
  }
  const [problem] = planProblems(parsed.data);
  return problem ? refuse('prize_plan_invalid', { path: problem.path, facts: { reason: problem.reason } }) : ok(parsed.data);
}
