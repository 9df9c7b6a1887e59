/** A JSON file of a command; a file that cannot be read is told on the error line and answered with undefined. */
import type { CommandIo } from './command.ts';

export async function readJson(path: string, io: CommandIo): Promise<{ readonly json: unknown } | undefined> {
  try {
    return { json: JSON.parse(new TextDecoder().decode(await io.readFile(path))) };
  } catch (error) {
    io.err(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
