import { formerTemplates, gameTemplates } from '../templates/game-templates.ts';
import { describeGame } from './conformance.ts';

for (const template of [...gameTemplates, ...formerTemplates]) describeGame(template);
