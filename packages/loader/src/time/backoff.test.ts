import { backoffSeconds, retryAfterSeconds } from './backoff.js';

it.each([
  [1, 0, 0.25],
  [2, 0, 0.5],
  [3, 0, 1],
  [1, 0.5, 0.375],
  [3, 0.999, 1.24975],
  [5, 0, 4],
  [6, 0, 5],
  [1000, 0, 5],
])('after attempt %d with jitter %d', (attempt, random, expected) => {
  expect(backoffSeconds(attempt, { baseBackoffSeconds: 0.25, maxBackoffSeconds: 5, random: () => random })).toBeCloseTo(expected, 6);
});

it.each([
  ['0', 0],
  ['120', 120],
  [' 7 ', 7],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['99999999999999999999', undefined],
])('Retry-After %j', (header, expected) => {
  expect(retryAfterSeconds(header, Date.parse('2026-10-21T07:28:00Z'))).toBe(expected);
});
