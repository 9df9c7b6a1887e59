/** Every template that the platform ships. A template is a start: `unconfirmed` lists what must be checked before approval. */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { bonoLoto } from './bono-loto.ts';
import { catalan649, catalanTrio } from './catalan-games.ts';
import { cims645 } from './cims-645.ts';
import { cupon } from './cupon.ts';
import { duplaSenaVersions } from './dupla-sena.ts';
import { elGordo } from './el-gordo.ts';
import { euromillions2016, euromillions2020 } from './euromillions.ts';
import { keno } from './keno.ts';
import { korean645, korean645First, korean645Second, korean645Third } from './korean-645.ts';
import { laPrimitiva } from './la-primitiva.ts';
import { loteriaNacional, loteriaNacionalChristmas } from './loteria-nacional.ts';
import { loto549 } from './loto-549.ts';
import { megaSenaVersions } from './mega-sena.ts';
import { powerballStyle } from './powerball-style.ts';
import { ukLotto2018, ukLotto2020 } from './uk-lotto.ts';

/** Templates of games on sale or in force, one per game. */
export const gameTemplates: readonly GameDefinitionJson[] = [
  cims645,
  euromillions2020,
  laPrimitiva,
  bonoLoto,
  elGordo,
  loto549,
  catalan649,
  catalanTrio,
  loteriaNacional,
  loteriaNacionalChristmas,
  cupon,
  keno,
  korean645,
  ...megaSenaVersions.slice(-1),
  ...duplaSenaVersions.slice(-1),
  ukLotto2020,
  powerballStyle,
];

/** Earlier rules of the same games, for recomputing past draws. */
export const formerTemplates: readonly GameDefinitionJson[] = [
  euromillions2016,
  korean645First,
  korean645Second,
  korean645Third,
  ...megaSenaVersions.slice(0, -1),
  ...duplaSenaVersions.slice(0, -1),
  ukLotto2018,
];
