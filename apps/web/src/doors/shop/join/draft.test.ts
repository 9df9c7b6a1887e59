import { describe, expect, it } from 'vitest';
import { EMPTY, faultOf, fieldOfProblem, STEPS } from './draft.ts';

const TODAY = '2026-12-01';

describe('a registration', () => {
  it('asks for each field once, and keeps all of them but the password', () => {
    const asked = STEPS.flat();
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((field) => field !== 'password').toSorted()).toEqual(Object.keys(EMPTY).toSorted());
  });

  it('says which field is wrong: 18 today is old enough, tomorrow is not', () => {
    expect(faultOf('birthDate', '2008-12-01', TODAY)).toBeNull();
    expect(faultOf('birthDate', '2008-12-02', TODAY)).toBe('underAge');
    expect(faultOf('birthDate', '', TODAY)).toBe('needed');
    expect(faultOf('iban', 'AD12 0001 2030 2003 5910 0100', TODAY)).toBeNull();
    expect(faultOf('iban', 'AD12', TODAY)).toBe('iban');
    expect(faultOf('mobile', '', TODAY)).toBeNull();
    expect(faultOf('mobile', '312345', TODAY)).toBe('mobile');
    expect(faultOf('password', 'short', TODAY)).toBe('password');
    expect(faultOf('email', 'nobody', TODAY)).toBe('email');
  });

  it('finds the field of a refusal by its path or by what it is about', () => {
    expect(fieldOfProblem('invalid_input', 'document.number')).toBe('documentNumber');
    expect(fieldOfProblem('invalid_input', 'address.postalCode')).toBe('postalCode');
    expect(fieldOfProblem('email_taken', '')).toBe('email');
    expect(fieldOfProblem('too_many_requests', '')).toBeNull();
  });
});
