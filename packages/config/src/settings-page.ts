/** The operations page of all settings, written from the schema so that it cannot lag behind it. */
import { SETTING_GROUPS, settingMeta, settingsSchema } from './settings.ts';

const INTRODUCTION = `# Settings

Every setting is an environment variable, or a line \`NAME=value\` in the file \`.env\` at the root; the environment wins over the
file. None is needed: \`npm start\` runs on embedded servers. A wrong setting stops the start with its name and what is wrong with it;
an empty one counts as not set. This page is written from the schema by \`pnpm --filter @valira/config settings\`.`;

/** Markdown of `docs/operations/settings.md`. */
export function settingsPage(): string {
  const settings = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const meta = settingMeta.get(schema);
    if (!meta) throw new Error(`setting ${name} is not described`);
    return { name, meta, without: withoutIt(schema.safeParse(undefined), meta.unset) };
  });
  const sections = SETTING_GROUPS.map((group) => {
    const rows = settings
      .filter(({ meta }) => meta.group === group)
      .map(({ name, meta, without }) => [`\`${name}\`${meta.secret ? ' (secret)' : ''}`, meta.about, without]);
    return `## ${group}\n\n${table([['Setting', 'What it decides', 'When not set'], ...rows])}`;
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

/** Columns of even width, as the formatter wants them. */
function table([head = [], ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function withoutIt(parsed: { success: boolean; data?: unknown }, unset: string | undefined): string {
  if (unset) return unset;
  if (!parsed.success || parsed.data === undefined) return 'not used';
  return `\`${String(parsed.data)}\``;
}
