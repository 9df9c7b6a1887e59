/** The connection to this system's own cluster. It shares no schema code with the platform it controls. */
import postgres from 'postgres';

export type Sql = postgres.Sql<{ bigint: bigint }>;
export type Tx = postgres.TransactionSql<{ bigint: bigint }>;

export const openSql = (url: string, connections = 6): Sql =>
  postgres(url, {
    max: connections,
    onnotice: () => undefined,
    connection: { application_name: 'valira-control' },
    types: { bigint: postgres.BigInt },
  });
