/**
 * An error as the log may hold it. Query parameters, row values and quoted input are left out: they are people's names, addresses,
 * passwords' hashes and serials.
 */
export type ErrorDescription = {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
};

const textOf = (value: object, field: string): string | undefined => {
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' ? found : undefined;
};

/** The message without the parameters a query builder appends and without quoted values of the server's complaints about input. */
const scrub = (message: string): string =>
  message
    .replace(/\nparams:[\s\S]*$/, '')
    .replace(/(invalid input|out of range|invalid byte)[\s\S]*$/, '$1 …')
    .slice(0, 500);

/** Where it happened: the frames alone, since the first lines of a stack repeat the message. */
const framesOf = (error: Error): string | undefined =>
  error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');

export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: 'thrown without an error' };
  const code = textOf(error, 'code');
  const constraint = textOf(error, 'constraint_name');
  const table = textOf(error, 'table_name');
  const stack = framesOf(error);
  return {
    name: error.name,
    message: scrub(error.message),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(stack && { stack }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}
