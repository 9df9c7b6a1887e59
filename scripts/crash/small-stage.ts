/** The story's officials, twelve of its players and a new terminal in each of its shops. */
import { type Caller, nobody, person, terminal } from '../../apps/api/src/demo/caller.ts';
import type { Stage } from '../../apps/api/src/demo/stage.ts';
import { CROWD, SHOPS, STORY_PASSWORD } from '../../apps/api/src/story/people.ts';

const PLAYERS = 12;

export async function openSmallStage(url: string): Promise<Stage> {
  const as = (email: string) => person(url, email, STORY_PASSWORD);
  const director = await as('direccio@valira.example');
  const { terminals: known } = await director.must<{ terminals: { shop: { accountId: string; name: string } }[] }>(
    'GET',
    '/v1/console/terminals',
  );
  const terminals: Caller[] = [];
  for (const { name, clerks } of SHOPS) {
    const shop = known.find((one) => one.shop.name === name)?.shop;
    if (!shop || !clerks[0]) throw new Error(`the story has no shop ${name}`);
    const added = await director.must<{ terminalId: string }>('POST', '/v1/console/terminals', {
      shopAccountId: shop.accountId,
      label: 'crash',
    });
    const { code } = await director.must<{ code: string }>('POST', `/v1/console/terminals/${added.terminalId}/enrolment-codes`);
    terminals.push(await terminal(url, code, clerks[0].pin));
  }
  return {
    url,
    anyone: nobody(url),
    proposer: await as('producte@valira.example'),
    director,
    officials: [await as('oficial1@valira.example'), await as('oficial2@valira.example')],
    raceDesk: [await as('curses1@valira.example'), await as('curses2@valira.example')],
    finance: await as('finances@valira.example'),
    inspector: await as('inspeccio@craj.example'),
    secondHolder: await as('notaria@canillo.example'),
    crowd: await Promise.all(CROWD.slice(0, PLAYERS).map(({ email }) => as(email))),
    terminals,
  };
}
