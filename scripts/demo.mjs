/** `npm run demo`: a whole Saturday through the running platform, or through one of its own when none runs. */
import { become, checkMachine, install } from './bootstrap.mjs';

checkMachine();
await install();
become(['scripts/demo.ts', ...process.argv.slice(2)]);
