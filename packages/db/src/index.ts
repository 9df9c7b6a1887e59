export { type Database, type DatabaseOptions, type Db, openDatabase, type Sql, type Tx } from './client.ts';
