/** `npm start`: everything from nothing on a machine that has Node and npm, to a served page. */
import { become, checkMachine, install } from './bootstrap.mjs';

checkMachine();
await install();
become(['scripts/platform.ts']);
