import { backoffMs, retryAfterMs } from './backoff.js';

it.each([
  [1, 0, 250],
  [2, 0, 500],
  [3, 0, 1000],
  [1, 0.5, 375],
  [3, 0.999, 1249.75],
  [5, 0, 4000],
  [6, 0, 5000],
  [1000, 0, 5000],
])('after attempt %d with jitter %d', (attempt, random, expected) => {
  expect(backoffMs(attempt, { baseBackoffMs: 250, maxBackoffMs: 5000, random: () => random })).toBeCloseTo(expected, 6);
});

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['99999999999999999999', undefined],
])('Retry-After %j', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-10-21T07:28:00Z'))).toBe(expected);
});
