/**
 * The wall clock is for points in time that people or other machines read. A span (a deadline, an age, an idle time) is counted with
 * `performance.now()`, which setting the clock does not change. Every use of the wall clock is listed here, with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const wallClock = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/g;

const shown = 'a time that people read';
const token = 'times in tokens are points of the wall clock (RFC 7519)';

const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'packages/approvals/src/approvals.ts': [1, `${shown}: when a tool was approved`],
  'packages/access/src/verify-token.ts': [1, token],
  'packages/gateway/src/server/caller-tokens.ts': [2, token],
  'packages/gateway/src/server/caller-streams.ts': [1, 'tokens expire at a point of the wall clock (RFC 7519)'],
  'packages/attention/src/watch.ts': [1, 'whether a login ends soon is a point of the wall clock'],
  'packages/gateway/src/server/attention.ts': [1, 'the clock of the machine is compared with that of the store'],
  'packages/failures/src/execution-context.ts': [1, `${shown}: when a request came`],
  'packages/failures/src/run-call.ts': [1, `${shown}: when a request came`],
  'packages/activity/src/recorder.ts': [1, `${shown}: when something was recorded`],
  'cli/src/doctor/machine.ts': [2, 'the clock of the machine is compared with that of servers'],
  'cli/src/serve/announce.ts': [1, `${shown}: when the gateway started`],
  'cli/src/activity/list.ts': [1, 'times that people give count from now'],
  'packages/loader/src/time/backoff.ts': [1, 'Retry-After may be a date of the wall clock (RFC 9110, 10.2.3)'],
  'packages/gateway/src/server/gateway.ts': [1, `${shown}: the start, and the last configuration`],
  'packages/gateway/src/server/logger.ts': [1, `${shown}: the time of a line`],
  'packages/store/src/file-store.ts': [
    1,
    'the age of files, which have nothing else than dates; only what was left behind for an hour is removed',
  ],
  'packages/upstreams/src/servers/connection-supervisor.ts': [3, `${shown}: since when, and the next attempt`],
  'packages/upstreams/src/servers/source-upstream.ts': [1, `${shown}: since when`],
  'packages/upstreams/src/servers/connection-log.ts': [1, `${shown}: since when`],
  'packages/upstreams/src/servers/output-tail.ts': [1, `${shown}: when a line was written`],
  'packages/web/src/api/answers.ts': [1, 'the page counts what it shows from the time of the gateway'],
  'packages/web/src/api/page.ts': [1, `${shown}: when a server changed its state`],
  'packages/web/src/api/stream.ts': [1, 'the page counts what it shows from the time of the gateway'],
  'packages/web/src/page/state.ts': [2, 'a browser shows times of the gateway by its own clock'],
  'packages/login/src/client.ts': [1, 'the end of a secret is a point of the wall clock (RFC 7591)'],
  'packages/login/src/grants.ts': [1, 'replicas and restarts share the end of a token'],
  'packages/login/src/logins.ts': [2, 'the end of a token, as grants.ts gives it'],
  'packages/login/src/token-keeper.ts': [3, 'the end of a token, as grants.ts gives it'],
  'packages/kit/src/tokens.ts': [1, token],
  'cli/src/probe/from-gateway.ts': [1, `${shown}: when the report was made`],
  'cli/src/probe/source.ts': [1, `${shown}: when the report was made`],
  'packages/helm/src/action/node-deps.ts': [1, 'what `now` gives in templates'],
};

function sourcesOf(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    file => `${folder}/${file.replaceAll('\\', '/')}`,
  );
  return files.filter(file => /\.(?:ts|mts|mjs)$/.test(file) && !/\.(?:test|cases)\.ts$/.test(file));
}

const found = [...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`), 'cli/src'].flatMap(sourcesOf).flatMap(file => {
  const count = readFileSync(join(root, file), 'utf8').match(wallClock)?.length ?? 0;
  return count === 0 ? [] : [[file, count] as const];
});

test('the wall clock is read only where a point in time is meant', () => {
  expect(found.filter(([file, count]) => count > (allowed[file]?.[0] ?? 0))).toEqual([]);
});

test('the list has no entry that is no longer needed', () => {
  const counts = new Map(found);
  expect(Object.entries(allowed).filter(([file, [count]]) => counts.get(file) !== count)).toEqual([]);
});
