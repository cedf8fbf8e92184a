/**
 * No catch-alls (seed 002, rule 1): a caught error is narrowed by class, rethrown, or the failure of one parse or of a release. Every
 * other place is listed here with its reason; the first two are the outermost boundaries.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catchAllsIn } from '../helpers/catch-clauses.js';

const root = join(__dirname, '../..');

const boundary = 'outermost boundary: an InternalFailure, logged';
const loadError = 'any error of an attempt is made a LoadError, which is told';
const behind = 'work behind a request: an error is logged as an internal failure';
const passing = 'a client that is gone cannot be told';
const retried = 'logged or told as the state of the server, and tried again';
const cleanUp = 'lets go of what is given up anyhow';
const handled = 'the same promise is awaited elsewhere, which sees the error';
const shown = 'any failure is shown to the person';
const store = 'a file or lock that is not there is an answer';

const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'kit/src/server.ts': [1, boundary],
  'gateway/src/server/routes.ts': [2, boundary],
  'web/src/api/page.ts': [1, boundary],
  'web/src/page/api.ts': [1, 'a failure without a body that can be read is told by its status'],
  'web/src/page/activity-data.ts': [1, shown],
  'web/src/page/loader.ts': [1, `${shown}, and the request is sent again`],
  'kit/src/node-http.ts': [1, boundary],
  'kit/src/tool-errors.ts': [1, 'the report of a bug must not become one'],
  'loader/src/isolate/find-program.ts': [1, 'a file that cannot be started is not the program'],
  'loader/src/time/deadline.ts': [1, handled],
  'loader/src/connect/http-client.ts': [1, 'the body of a failure counts as far as it came'],
  'loader/src/connect/links.ts': [2, handled],
  'loader/src/connect/open.ts': [1, loadError],
  'loader/src/connect/platform.ts': [1, 'a process that is gone'],
  'gateway/src/server/attention.ts': [1, 'what cannot be measured is logged, and measured again'],
  'gateway/src/server/peers.ts': [1, behind],
  'gateway/src/server/follow-changes.ts': [1, behind],
  'gateway/src/server/gateway.ts': [3, handled],
  'gateway/src/server/listeners.ts': [1, behind],
  'gateway/src/server/login-prompts.ts': [2, `${passing}; what is not a refusal, LoginError or StoreError is thrown on`],
  'gateway/src/server/wire.ts': [1, behind],
  'gateway/src/server/prompts-and-resources.ts': [1, 'a list that one server fails to give is logged, and the others are given'],
  'gateway/src/server/stdio-transport.ts': [1, 'a pipe that breaks is the end of the client'],
  'gateway/src/server/http-transport.ts': [3, 'a fault of the store is an answer, anything else is thrown on'],
  'store/src/file-store.ts': [7, store],
  'store/src/machine-clock.ts': [1, 'a machine without /proc has no name of its start'],
  'store/src/make-folder.ts': [2, 'the error of a step decides about the next one'],
  'store/src/process-lock.ts': [2, store],
  'store/src/queues.ts': [1, handled],
  'replicas/src/replica.ts': [1, 'the replica that asked is gone, or asks again'],
  'replicas/src/session-streams.ts': [2, 'a Redis that does not answer: the place of a reader ends by itself, and a stream counts as read'],
  'store/src/redis-shared.ts': [2, 'the connection tells its errors by events'],
  'store/src/redis-connection.ts': [1, 'any error is told in words without secrets'],
  'store/src/redis-store.ts': [4, 'the connection tells its errors by events'],
  'upstreams/src/servers/bridge.ts': [2, handled],
  'upstreams/src/servers/connection-supervisor.ts': [4, retried],
  'upstreams/src/servers/live-connection.ts': [2, passing],
  'upstreams/src/servers/session-connections.ts': [3, passing],
  'upstreams/src/servers/sharers.ts': [1, passing],
  'upstreams/src/servers/subscriptions.ts': [1, retried],
  'upstreams/src/servers/upstream.ts': [4, retried],
  'loader/src/wire/answer-body.ts': [2, 'an error is handed to the reader; a pause ends early when nobody waits any more'],
  'kit/src/client/mcp-client-private-data.ts': [1, 'what cannot be read counts as private'],
  'kit/src/client/mcp-client-strict.ts': [2, cleanUp],
  'kit/src/private-data.ts': [1, 'what cannot be read counts as secret'],
  'kit/src/sandbox/kubernetes-sandbox-manager.ts': [2, cleanUp],
  'kit/src/workspace-files.ts': [1, store],
};

function sourcesOf(name: string): string[] {
  const folder = join(root, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${name}/src/${file.replaceAll('\\', '/')}`);
  return files.filter(file => file.endsWith('.ts') && !/\.(?:test|cases)\.ts$/.test(file));
}

const found = ['loader', 'store', 'replicas', 'failures', 'upstreams', 'web', 'gateway', 'kit'].flatMap(sourcesOf).flatMap(file => {
  const count = catchAllsIn(readFileSync(join(root, 'packages', file), 'utf8'));
  return count === 0 ? [] : [[file, count] as const];
});

test('what is thrown is caught by its class, or listed here with a reason', () => {
  expect(found.filter(([file, count]) => count > (allowed[file]?.[0] ?? 0))).toEqual([]);
});

test('the list has no entry that is no longer needed', () => {
  const files = new Set(found.map(([file]) => file));
  expect(Object.keys(allowed).filter(file => !files.has(file))).toEqual([]);
});

const samples: [string, number][] = [
  ['try { f(); } catch {}', 1],
  ['try { f(); } catch (error) { log(error); }', 1],
  ['try { return await f(); } catch { return undefined; }', 1],
  ['try { const a = JSON.parse(t); use(a); } catch { return undefined; }', 1],
  ['f().catch(() => undefined);', 1],
  ['f().then(a => a, () => undefined);', 1],
  ['try { await f(); } catch (e) { try { g(); } catch {} }', 2],
  ['try { return JSON.parse(text); } catch { return undefined; }', 0],
  ['try { f(); } catch (error) { if (error instanceof RangeError) return 1; throw error; }', 0],
  ['try { f(); } catch (error) { throw asFailure(error); }', 0],
  ['try { f(); } finally { g(); }', 0],
  ['socket.close().catch(() => {});', 0],
  ['f().then(a => a);', 0],
];

test.each(samples)('%s: %i', (source, count) => {
  expect(catchAllsIn(`async function run() { ${source} }`)).toBe(count);
});
