import { describe, expect, it } from 'vitest';
import { ageOn } from './age.ts';

describe('age', () => {
  it('turns 18 at midnight in Andorra, not in Greenwich', () => {
    expect(ageOn('2008-11-30', new Date('2026-11-29T22:59:59.999Z'))).toBe(17);
    expect(ageOn('2008-11-30', new Date('2026-11-29T23:00:00.000Z'))).toBe(18);
  });

  it('turns 18 on 1 March when born on 29 February', () => {
    expect(ageOn('2008-02-29', new Date('2026-02-28T12:00:00Z'))).toBe(17);
    expect(ageOn('2008-02-29', new Date('2026-03-01T12:00:00Z'))).toBe(18);
    expect(ageOn('2008-02-29', new Date('2028-02-29T12:00:00Z'))).toBe(20);
  });

  it('is negative for a birth to come', () => {
    expect(ageOn('2027-01-01', new Date('2026-11-30T12:00:00Z'))).toBeLessThan(0);
  });
});
