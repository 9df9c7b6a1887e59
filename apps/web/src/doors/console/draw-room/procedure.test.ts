import { expect, test } from 'vitest';
import { procedureSteps, stepUnderWay } from './procedure.ts';

const seal = { root: '', leaves: 0, stakeCents: '0', sealedAt: '', keyId: '', signature: '', receipt: null };

test('the draw is waited for only once the control has countersigned the seal', () => {
  expect(procedureSteps[stepUnderWay({ state: 'sealed', seal: { ...seal, countersignature: null } })]).toBe('countersigned');
  expect(procedureSteps[stepUnderWay({ state: 'sealed', seal: { ...seal, countersignature: { keyId: '', signature: '', at: '' } } })]).toBe(
    'drawn',
  );
});

test('every state of the procedure has its step, and the last one leaves nothing to do', () => {
  const steps = ['open', 'closed', 'sealed', 'drawn', 'certified', 'settled', 'reconciled'].map((state) =>
    stepUnderWay({ state, seal: null }),
  );
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(new Set(steps).size).toBe(steps.length);
  expect(stepUnderWay({ state: 'published', seal: null })).toBe(procedureSteps.length);
});
