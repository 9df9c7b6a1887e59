/** Column types that every table group shares. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Instants in disjoint half-open ranges, as PostgreSQL writes them. */
export const instantRanges = customType<{ data: string }>({ dataType: () => 'tstzmultirange' });

/** An instant (timestamptz), as a Date of whole milliseconds. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });
