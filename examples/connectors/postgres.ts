/**
 * Queries of a PostgreSQL database: one statement that only reads, its parameters apart from it, within a time and a number of rows.
 * What a query may see is the business of the database's role: give the connector one that owns nothing.
 */
import { Connector, contextResult, type DataSensitivity, ToolFatalError, ToolRetryError } from '@mcpgw/kit';
import pg from 'pg';

/** A database as the server's operator configures it; agents know its name. */
export interface Database {
  readonly name: string;
  /** `postgres://user:password@host:5432/database`. */
  readonly url: string;
  readonly sensitivity: DataSensitivity;
}

const maxRows = 10_000;
const maxMilliseconds = 30_000;
const pools = new Map<string, pg.Pool>();

function poolOf({ url }: Database): pg.Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 5, connectionTimeoutMillis: 5000, statement_timeout: maxMilliseconds });
  // A connection that breaks while it is idle is replaced by the next query.
  pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function csvField(value: unknown): string {
  const text = fieldText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv({ fields, rows }: pg.QueryArrayResult): string {
  const lines = rows.slice(0, maxRows).map(row => row.map(csvField).join(','));
  const more = rows.length > maxRows ? [`(only the first ${maxRows} rows)`] : [];
  return [fields.map(({ name }) => csvField(name)).join(','), ...lines, ...more].join('\n');
}

/** Errors that the model can fix with another query: SQLSTATE classes 0A (not supported), 22 (data), 25 (it writes), 42 (syntax, names, rights), and a timeout. */
const fixable = /^(?:0A|22|25|42)|^57014$/;

function asToolError(error: unknown, { name }: Database): unknown {
  if (!(error instanceof pg.DatabaseError)) return new ToolFatalError(`Database ${name} cannot be reached`, { cause: error });
  if (fixable.test(error.code ?? '')) return new ToolRetryError([error.message, error.hint].filter(Boolean).join('\n'), { cause: error });
  return error;
}

/** Runs one statement behind a cursor: what is no query, or more than one, is refused by the database itself. */
async function read(client: pg.PoolClient, sql: string, values: readonly unknown[]): Promise<pg.QueryArrayResult> {
  await client.query('BEGIN READ ONLY');
  try {
    const declare = { text: `DECLARE result NO SCROLL CURSOR FOR ${sql}`, values: [...values], queryMode: 'extended' };
    await client.query(declare);
    return await client.query({ text: `FETCH ${maxRows + 1} FROM result`, rowMode: 'array' });
  } finally {
    await client.query('ROLLBACK');
  }
}

export class Postgres extends Connector {
  /** The rows as CSV; the database's level is the session's before the first row is read. */
  static readonly query = contextResult('sql_query')(
    async (database: Database, sql: string, values: readonly unknown[] = []): Promise<string> => {
      await Postgres.privateData.addPrivateDataset(database.name, database.sensitivity);
      const client = await poolOf(database)
        .connect()
        .catch(error => {
          throw asToolError(error, database);
        });
      try {
        return csv(await read(client, sql, values));
      } catch (error) {
        throw asToolError(error, database);
      } finally {
        client.release();
      }
    },
  );

  /** Ends all connections. */
  static async close(): Promise<void> {
    const open = [...pools.values()];
    pools.clear();
    await Promise.all(open.map(pool => pool.end()));
  }
}
