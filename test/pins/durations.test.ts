/**
 * A duration of a server, of a load or of an upstream is milliseconds, and its name ends in `Ms`: nothing is converted between the
 * configuration and the timer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const places = ['packages/mcp-config/src/read/server-config.ts', 'packages/loader/src', 'packages/upstreams/src/servers'];

const files = places.flatMap(place =>
  place.endsWith('.ts')
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map(file => `${place}/${file}`),
);

/** A member or parameter that is a number, or gives one, and whose name says a duration: without a unit, or in seconds. */
const withoutUnit = /\b\w*(?:timeout|interval|delay|backoff|debounce|wait|idle|duration|retry(?:after)?)\??: (?:\(\) => )?number\b/gi;
const inSeconds = /\b\w+Seconds\??: (?:\(\) => )?number\b/g;

function faultsOf(text: string): string[] {
  return [...text.matchAll(withoutUnit), ...text.matchAll(inSeconds)].map(([found]) => found);
}

test('durations are milliseconds by their names', () => {
  const faults = files.flatMap(file => faultsOf(readFileSync(join(root, file), 'utf8')).map(found => `${file}: ${found}`));
  expect(faults).toEqual([]);
});

test.each([
  ['readonly connectTimeoutMs?: number;', []],
  ['readonly timeout?: number;', ['timeout?: number']],
  ['readonly healthCheckInterval: () => number;', ['healthCheckInterval: () => number']],
  ['readonly retryAfterSeconds?: number;', ['retryAfterSeconds?: number']],
  ['function sleep(delay: number): void', ['delay: number']],
  ['readonly perSecond: () => number;', []],
])('%j', (text, expected) => {
  expect(faultsOf(text)).toEqual(expected);
});
