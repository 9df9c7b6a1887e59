/** Tells the story to the database and leaves the log-ins for whoever started the platform. Demo mode only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, settingProblems } from '@valira/config';
import { expectOk } from '@valira/outcome';
import { barredRegisterOf, openCore } from './composition.ts';
import { publishPublicKeys } from './modules/control/index.ts';
import { refreshRegister } from './modules/players/index.ts';
import { ensureMonthPartitions } from './platform/month-partitions.ts';
import { tellStory } from './story/tell-story.ts';

const loaded = loadConfig(process.env, ['DATABASE_URL', 'KEYS_DIR', 'PUBLIC_URL', 'DATA_DIR']);
if (!loaded.ok) {
  for (const problem of settingProblems(loaded)) console.error(problem);
  process.exit(1);
}
const config = loaded.value;
if (!config.DEMO_MODE) {
  console.error('DEMO_MODE is not true: the story is for demonstrations only.');
  process.exit(1);
}
const { core, close } = openCore(config, 'seed');
publishPublicKeys(core.keys, config.KEYS_DIR);
await ensureMonthPartitions(core.db);
// Nobody plays online before the register of barred persons was read; the worker reads it every hour from then on.
const register = barredRegisterOf(config);
if (register) expectOk(await refreshRegister(core, register));
const logins = await tellStory(core, join(config.DATA_DIR, 'second-holder'));
writeFileSync(join(config.DATA_DIR, 'demo-logins.json'), JSON.stringify(logins, null, 2), { mode: 0o600 });
await close();
