import {
  connectInMemory,
  createMcpServer,
  DataSensitivity,
  type KitServer,
  READ,
  type TemporaryData,
  temporaryData,
  toolPermission,
} from '@mcpgw/kit';
import { z } from 'zod';
import { type Database, Postgres } from '../../examples/connectors/postgres.js';
import { describeUnless } from '../helpers/needs.js';
import { type PostgresServer, postgresMissing, startPostgres } from '../helpers/postgres.js';

describeUnless(postgresMissing, 'the PostgreSQL connector with a real server', () => {
  let postgres: PostgresServer;
  let data: TemporaryData;
  let server: KitServer;
  let databases: Record<string, Database>;
  beforeAll(async () => {
    postgres = await startPostgres();
    postgres.sql(`
      CREATE TABLE people (id int PRIMARY KEY, name text, note jsonb, born date);
      INSERT INTO people SELECT n, 'Person ' || n, '{"a": 1}', '2000-01-01' FROM generate_series(1, 20000) n;
      UPDATE people SET name = E'Smith, "Jo"\\nB.', note = NULL WHERE id = 1;
      CREATE TABLE payroll (id int);
      CREATE ROLE agent LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON people TO agent;
    `);
    databases = {
      people: { name: 'people', url: postgres.url('agent'), sensitivity: DataSensitivity.CONFIDENTIAL },
      open: { name: 'open', url: postgres.url('agent'), sensitivity: DataSensitivity.PUBLIC },
      gone: { name: 'gone', url: 'postgres://agent:hunter2@127.0.0.1:1/x', sensitivity: DataSensitivity.SECRET },
    };
  });
  afterAll(async () => {
    await Postgres.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    data = await temporaryData();
    const inputSchema = z.object({ database: z.string().default('open'), sql: z.string(), values: z.array(z.unknown()).default([]) });
    server = createMcpServer('sql', { dataDir: data.dataDir, onError: () => {} })
      .tool(
        'query',
        { inputSchema },
        toolPermission(READ)(({ database, sql, values }) => Postgres.query(databases[database]!, sql, values)),
      )
      .tool(
        'send',
        {},
        toolPermission('connect')(() => 'sent'),
      );
  });
  afterEach(async () => {
    await server.close();
    await data.remove();
  });

  test('gives rows as CSV, with parameters apart from the statement', async () => {
    const { call } = await connectInMemory(server);
    const sql = 'SELECT id, name, note, born FROM people WHERE id <= $1 ORDER BY id';
    expect(await call('query', { sql, values: [2] })).toEqual({
      text: `id,name,note,born\n1,"Smith, ""Jo""\nB.",,${new Date(2000, 0, 1).toISOString()}\n2,Person 2,"{""a"":1}",${new Date(2000, 0, 1).toISOString()}`,
      isError: false,
    });
    expect(await call('query', { sql: 'SELECT count(*) FROM people WHERE name = $1', values: ["x' OR '1'='1"] })).toEqual({
      text: 'count\n0',
      isError: false,
    });
  });

  test('keeps the whole of a large answer in the workspace, at most 10,000 rows', async () => {
    const { call } = await connectInMemory(server);
    const { text } = await call('query', { sql: 'SELECT id FROM people ORDER BY id' });
    expect(text).toMatch(/^Results saved to \/workspace\/results\/result_[0-9a-f]{8}\./);
    expect(text).toMatch(/\(only the first 10000 rows\)$/);
  });

  test.each([
    ['INSERT INTO people VALUES (0)', /syntax error at or near "INSERT"/],
    ['SELECT 1; DELETE FROM people', /cannot insert multiple commands into a prepared statement/],
    ['SELECT 1; COMMIT; DELETE FROM people', /cannot insert multiple commands into a prepared statement/],
    ['WITH gone AS (DELETE FROM people RETURNING id) SELECT * FROM gone', /must not contain data-modifying statements in WITH/],
    ["SELECT set_config('transaction_read_only', 'off', false)", /must be set before any query/],
    ["SELECT nextval('x')", /relation "x" does not exist/],
    ['SELECT * FROM payroll', /permission denied for table payroll/],
    ["SELECT pg_read_file('/etc/passwd')", /permission denied for function pg_read_file/],
    ['SELECT nme FROM people', /column "nme" does not exist\nPerhaps you meant to reference the column "people.name"/],
    ['SELECT 1/0', /division by zero/],
    ['', /syntax error at end of input/],
  ])('tells the model what is wrong with %j', async (sql, message) => {
    const { call } = await connectInMemory(server);
    const { text, isError } = await call('query', { sql });
    expect([isError, text]).toEqual([true, expect.stringMatching(message)]);
    expect(text).not.toMatch(/^\[FATAL\]|failed unexpectedly/);
    expect(await call('query', { sql: 'SELECT count(*) FROM people' })).toEqual({ text: 'count\n20000', isError: false });
  });

  test('a database that cannot be reached is fatal, and no password is told', async () => {
    const { call } = await connectInMemory(server);
    expect(await call('query', { database: 'gone', sql: 'SELECT 1' })).toEqual({
      text: '[FATAL] Database gone cannot be reached',
      isError: true,
    });
  });

  test("the level of a database is the session's before its rows are read", async () => {
    const { call } = await connectInMemory(server);
    await call('query', { sql: 'SELECT 1' });
    expect(await call('send')).toEqual({ text: 'sent', isError: false });
    await call('query', { database: 'people', sql: 'SELECT 1' });
    expect(await call('send')).toEqual({ text: "Tool 'send' blocked: session contains private data", isError: true });
  });
});
