/**
 * A sub-command of `valira`: reads its arguments, speaks through `io`, answers with the exit status.
 *
 * Exit status: 0 done and right, 1 done and the answer is no (a bundle that fails), 2 the arguments or a file cannot be used.
 */
export type CommandIo = {
  /** One line to standard output. */
  readonly out: (line: string) => void;
  /** One line to standard error. */
  readonly err: (line: string) => void;
  /** Whole file; throws what the file system throws. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
};

export type ExitStatus = 0 | 1 | 2;

export type Command = (args: readonly string[], io: CommandIo) => Promise<ExitStatus>;
