import type { TFunction } from 'i18next';

/** Who did a step, as far as a screen may say: the platform itself, an office, or a person by the end of their id. */
export function actorWords(t: TFunction, actor: string): string {
  if (actor === 'system' || actor === 'story') return t('actor.system');
  if (actor === 'control') return t('actor.control');
  const [kind = '', id = ''] = actor.includes(':') ? actor.split(':') : ['', actor];
  if (!/^[0-9a-f]{8}-/.test(id)) return actor;
  return t(kind === 'terminal' ? 'actor.terminal' : 'actor.person', { id: id.slice(-4) });
}
