/** `pnpm bench <name>`: runs one benchmark on the pinned Node, after installing what is missing. Without a name it lists them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkMachine, giveUp, install, pinnedNode, root, run } from '../scripts/bootstrap.mjs';

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));
const [name, ...args] = process.argv.slice(2);
if (!name || !names.includes(name)) giveUp(`Which benchmark? ${names.join(', ')}`);

checkMachine();
await install();
process.exit(await run(pinnedNode, [join('bench', `${name}.ts`), ...args]));
