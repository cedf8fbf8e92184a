import { durationMs } from './duration.js';

it.each([
  ['30', 30_000],
  ['0.5', 500],
  ['500ms', 500],
  ['1m30s', 90_000],
  ['24h', 86_400_000],
  ['1d', 86_400_000],
  ['0d2h', 7_200_000],
])('%s is %d ms', (text, expected) => {
  expect(durationMs(text)).toBe(expected);
});

it.each(['0', '0s', '-1s', '25h', '1e3', 'soon', '', 'Infinity', '2d', '1d-2h', '1.5d', 'd'])('%j is refused', text => {
  expect(() => durationMs(text)).toThrow('It must be a duration such as 500ms, 30s or 2m, or a number of seconds: above 0, at most 24h.');
});
