import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig, settingProblems } from './load-config.ts';
import { settingMeta, settingsSchema } from './settings.ts';
import { settingsPage } from './settings-page.ts';

const problems = (env: Record<string, string>) => {
  const loaded = loadConfig(env);
  return loaded.ok ? [] : settingProblems(loaded);
};

describe('settings', () => {
  it('needs none: an empty environment gives the embedded platform on its usual ports', () => {
    const loaded = loadConfig({});
    expect(loaded).toMatchObject({ ok: true, value: { API_PORT: 4000, CONTROL_PORT: 4100, DATA_DIR: '.data', LOG_LEVEL: 'info' } });
    expect(loaded.ok && loaded.value.DATABASE_URL).toBeUndefined();
  });

  it('names every wrong setting at once, and says what is wrong with it', () => {
    expect(problems({ API_PORT: '70000', REDIS_URL: 'http://cache', DEMO_MODE: 'maybe', LOG_LEVEL: 'loud', CONTROL_PORT: '4x' })).toEqual([
      'API_PORT is above 65535, the highest port',
      'CONTROL_PORT is not a port number',
      'REDIS_URL is not an address that starts with redis:// or rediss://',
      'DEMO_MODE is neither true nor false',
      'LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent',
    ]);
  });

  it('never repeats the value of a secret setting, whatever is wrong with it', () => {
    const secrets = Object.entries(settingsSchema.shape)
      .filter(([, schema]) => settingMeta.get(schema)?.secret)
      .map(([name]) => name);
    expect(secrets).toContain('DATABASE_URL');
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.stringMatching(/^[a-z0-9]{12}$/), (name, secret) => {
        expect(problems({ [name]: secret }).join('\n')).not.toContain(secret);
      }),
    );
  });

  it('reads a limit as tries in seconds, and refuses what is none', () => {
    expect(loadConfig({ RATE_PIN: '5/900' })).toMatchObject({ value: { RATE_PIN: { points: 5, seconds: 900 } } });
    for (const wrong of ['5', '0/900', '5/0', '5/900/1', '-5/900', '5 / 900'])
      expect(problems({ RATE_PIN: wrong })).toEqual(['RATE_PIN is not of the form tries/seconds, like 5/900']);
  });

  it('counts an empty or blank value as not set', () => {
    expect(problems({ REDIS_URL: '', DATABASE_URL: '  ', API_PORT: '' })).toEqual([]);
  });

  it('refuses an S3 store that is only partly set, naming what is missing', () => {
    expect(problems({ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'acts', S3_REGION: 'eu' })).toEqual([
      'S3_ACCESS_KEY is missing although S3_ENDPOINT, S3_REGION, S3_BUCKET is set',
      'S3_SECRET_KEY is missing although S3_ENDPOINT, S3_REGION, S3_BUCKET is set',
    ]);
  });

  it('refuses a control system on the server of the main database, however the address is spelt', () => {
    const control = 'postgres://c:c@127.0.0.1/control';
    expect(problems({ DATABASE_URL: 'postgres://a:a@localhost:5432/valira', CONTROL_DATABASE_URL: control })).toEqual([
      'CONTROL_DATABASE_URL is on the same server as DATABASE_URL; the control system needs a cluster of its own',
    ]);
    expect(problems({ DATABASE_URL: 'postgres://a:a@localhost:5433/valira', CONTROL_DATABASE_URL: control })).toEqual([]);
  });

  it('refuses two servers on one port', () => {
    expect(problems({ CONTROL_PORT: '4000' })).toEqual(['CONTROL_PORT is the same port as API_PORT']);
  });

  it('refuses a beacon that cannot be verified', () => {
    expect(problems({ BEACON_URL: 'https://beacon.example' })[0]).toMatch(/^BEACON_URL needs BEACON_CHAIN_HASH/);
  });

  it('refuses the start of a process whose needed setting is missing, by name', () => {
    const loaded = loadConfig({}, ['DATABASE_URL', 'API_PORT']);
    expect(loaded.ok ? [] : Object.keys(loaded.facts)).toEqual(['DATABASE_URL']);
  });
});

describe('the operations page', () => {
  it('describes every setting and is the one in the repository', () => {
    for (const name of Object.keys(settingsSchema.shape)) expect(settingsPage()).toContain(`| \`${name}\``);
    expect(readFileSync(new URL('../../../docs/operations/settings.md', import.meta.url), 'utf8')).toBe(settingsPage());
  });
});
