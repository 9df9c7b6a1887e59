import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestControl, type TestControl } from '../testing/test-control.ts';
import { TinyOperator } from '../testing/tiny-operator.ts';
import { openTrustedKeys } from './trusted-keys.ts';

const command = fileURLToPath(new URL('../register-key.ts', import.meta.url));

describe('keys that are believed', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  const find = (keyId: string) => control.deps.trusted.find('intake', keyId);
  const register = (...args: string[]) =>
    spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CONTROL_DATABASE_URL: control.database.appUrl },
    });

  it('are the first published ones, pinned once when several ask at the same time', async () => {
    const { keyId, publicKey } = control.operator.intakeKey;
    const path = `${control.keysDir}/public-keys.json`;
    const others = [1, 2, 3].map(() => openTrustedKeys(control.sql, path, control.deps.now));
    const found = await Promise.all(others.map((trusted) => trusted.find('intake', keyId)));
    for (const key of found) expect(Buffer.from(key ?? []).toString('hex')).toBe(publicKey);
    expect(await control.deps.trusted.all()).toHaveLength(2);
  });

  it('are of one purpose: a seal key does not sign links', async () => {
    expect(await find(control.operator.sealKey.keyId)).toBeNull();
  });

  it('grow only by the word of two people, with a reason, at the machine of the control system', async () => {
    const later = new TinyOperator();
    later.publishKeys(control.keysDir);
    const { keyId, publicKey } = later.intakeKey;
    expect(await find(keyId)).toBeNull();
    expect(register('intake', publicKey, 'one', 'one', 'rotation')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('same_person_twice'),
    });
    expect(register('intake', 'nonsense', 'one', 'two', 'rotation').status).toBe(2);
    expect(register('intake', publicKey).status).toBe(2);
    expect(await find(keyId)).toBeNull();
    expect(register('intake', publicKey, 'one', 'two', 'yearly rotation')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(keyId),
    });
    expect(Buffer.from((await find(keyId)) ?? []).toString('hex')).toBe(publicKey);
    expect(register('seal', publicKey, 'one', 'two', 'another purpose')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('key_of_another_purpose'),
    });
  });
});
