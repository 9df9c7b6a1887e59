/**
 * A JSON file of a command; a file that cannot be read is told on the error line and answered with undefined. What the line quotes
 * of the file is never a control character: a file that is no JSON may be anything, also what a terminal would obey.
 */
import type { CommandIo } from './command.ts';

export async function readJson(path: string, io: CommandIo): Promise<{ readonly json: unknown } | undefined> {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await io.readFile(path))) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    io.err(`cannot read ${path}: ${reason.replaceAll(/\p{Cc}/gu, ' ')}`);
    return undefined;
  }
}
