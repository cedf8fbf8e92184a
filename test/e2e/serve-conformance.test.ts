/** The official conformance suites against `mcpgw serve` in front of a server with their fixtures. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { redisMissing, stopRedis } from '../../packages/store/test/redis-server.js';
import { describeUnless } from '../helpers/needs.js';
import { fromRegistry, nodeOf } from '../helpers/registry.js';
import { type RunningFixture, startFixture } from './mcp-fixture/server.js';
import { endAll, temporaryFolder } from './serve-helpers.js';
import { startTopology, type Topology } from './topology.js';

jest.setTimeout(300_000);

type Suite = 'server' | 'pending' | '2026-07-28' | 'client';

const node = nodeOf('22');
const program = '@modelcontextprotocol/conformance/dist/index.js';
const released = fromRegistry('conformance-0.1.16', ['@modelcontextprotocol/conformance@0.1.16'], program);
const next = fromRegistry('conformance-0.2.0-alpha.12', ['@modelcontextprotocol/conformance@0.2.0-alpha.12'], program);
const missing = node === undefined ? 'Node 22 is not available' : !released || !next ? 'the suite is not available' : undefined;

const known = parse(readFileSync(join(__dirname, 'conformance-failures.yaml'), 'utf8')) as Record<Suite, Record<string, string>>;

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** Runs a command of the suite; gives the checks of each scenario. */
async function checksOf(suite: string, args: readonly string[]): Promise<Map<string, Check[]>> {
  const results = temporaryFolder();
  const child = spawn(node!, [suite, ...args, '-o', results], { stdio: 'ignore' });
  await new Promise(resolve => child.once('exit', resolve));
  const folders = readdirSync(results);
  return new Map(
    folders.map(folder => {
      const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      return [name, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Check[]];
    }),
  );
}

const run = (suite: string, url: string, args: readonly string[]) => checksOf(suite, ['server', '--url', url, ...args]);

/** The scenarios for clients that concern one without authorization. */
const clientScenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
];

/** The gateway's client side as a program. */
async function clientProgram(): Promise<string> {
  const outfile = join(temporaryFolder(), 'client.mjs');
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [join(__dirname, 'mcp-fixture/upstream-client.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    banner,
  });
  return outfile;
}

/** Scenarios with a failed check, with what the suite says. */
function failed(checks: ReadonlyMap<string, readonly Check[]>): Record<string, string> {
  const all = [...checks].map(([name, list]) => [
    name,
    list.filter(({ status }) => status === 'FAILURE').map(check => `${check.id}: ${check.errorMessage}`),
  ]);
  return Object.fromEntries(all.filter(([, list]) => list!.length > 0).map(([name, list]) => [name, (list as string[]).join('\n')]));
}

/** Every failure has a reason in the list, and every entry of the list fails. */
function expectKnown(suite: Suite, checks: ReadonlyMap<string, readonly Check[]>): void {
  const failures = failed(checks);
  const unexpected = Object.fromEntries(Object.entries(failures).filter(([name]) => !Object.hasOwn(known[suite], name)));
  expect(unexpected).toEqual({});
  expect(Object.keys(known[suite]).filter(name => !Object.hasOwn(failures, name))).toEqual([]);
}

/** One gateway, and several on one Redis behind a round-robin proxy. */
describe.each([1, 2, 5])('%i gateways', count => {
  const absent = missing ?? (count > 1 ? redisMissing : undefined);
  describeUnless(absent, 'conformance', () => {
    const fixtures: RunningFixture[] = [];
    let sessions: Topology;
    let modern: Topology;

    async function behind(era: 'sessions' | 'modern'): Promise<Topology> {
      const fixture = await startFixture(era);
      fixtures.push(fixture);
      return startTopology(count, { servers: { fixture: { url: fixture.url, trust_mode: 'auto' } }, tool_names: { prefix: false } });
    }

    beforeAll(async () => {
      [sessions, modern] = await Promise.all([behind('sessions'), behind('modern')]);
    });

    afterAll(async () => {
      await Promise.all([sessions.close(), modern.close()]);
      await endAll();
      await Promise.all([...fixtures.map(fixture => fixture.close()), stopRedis()]);
    });

    it('the active suite', async () => {
      const checks = await run(released!, sessions.url, []);
      expect(checks.size).toBe(30);
      expectKnown('server', checks);
    });

    it('the scenarios that are pending there', async () => {
      const checks = await run(released!, sessions.url, ['--suite', 'pending']);
      expect(checks.size).toBe(2);
      expectKnown('pending', checks);
    });

    it('the active suite of the next version', async () => {
      const checks = await run(next!, sessions.url, []);
      expect(checks.size).toBeGreaterThanOrEqual(30);
      expectKnown('server', checks);
    });

    it('the requirements of 2026-07-28', async () => {
      const checks = await run(next!, modern.url, ['--requirements', '2026-07-28']);
      expect(checks.size).toBeGreaterThanOrEqual(50);
      expectKnown('2026-07-28', checks);
    });
  });
});

describeUnless(missing, 'conformance', () => {
  it('the scenarios for clients, by the side that connects to servers', async () => {
    const command = `${process.execPath} ${await clientProgram()}`;
    const all = new Map<string, Check[]>();
    for (const scenario of clientScenarios) {
      for (const [, checks] of await checksOf(next!, ['client', '--command', command, '--scenario', scenario])) all.set(scenario, checks);
    }
    expect([...all.keys()]).toEqual(clientScenarios);
    expectKnown('client', all);
  });
});
