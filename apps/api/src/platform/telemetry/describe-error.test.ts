import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

describe('an error in the log', () => {
  it('keeps what finds the place: name, code, constraint, frames and cause', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "clerk_card_number_key"'), {
      code: '23505',
      constraint_name: 'clerk_card_number_key',
      table_name: 'clerk',
      detail: 'Key (card_number)=(7712) already exists.',
    });
    const described = describeError(new Error('Failed query: insert into "clerk"\nparams: 7712,Pere Font', { cause }));
    expect(described).toMatchObject({
      message: 'Failed query: insert into "clerk"',
      stack: expect.stringContaining('describe-error.test.ts'),
      cause: { code: '23505', constraint: 'clerk_card_number_key', table: 'clerk' },
    });
    expect(JSON.stringify(described)).not.toMatch(/7712|Pere/);
  });

  it('leaves out the value that the database could not read', () => {
    const error = new Error('invalid input syntax for type uuid: "7K3M-Q9TX-2ZPB"');
    expect(JSON.stringify(describeError(error))).not.toContain('7K3M');
  });

  it('ends when causes go in a circle, and bears what is no error', () => {
    const error = new Error('round');
    error.cause = error;
    expect(describeError(error)).toMatchObject({ cause: { cause: { cause: { message: 'round' } } } });
    expect(describeError('password=1234')).toEqual({ name: 'string', message: 'thrown without an error' });
  });
});
