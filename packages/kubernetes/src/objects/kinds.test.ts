import { parseKubernetesMinor } from '../check/check-manifest.js';
import { kindOf } from './kinds.js';

test.each([
  ['v1', 'Pod', true],
  ['apps/v1', 'Pod', false],
  ['constructor', '__proto__', false],
])('%s %s', (apiVersion, kind, known) => {
  expect(kindOf(apiVersion, kind) !== undefined).toBe(known);
});

test.each([
  ['1.34', 34],
  ['v1.34.2', 34],
  ['1.30+', 30],
  ['2.0', undefined],
  ['', undefined],
])('the version %s', (text, minor) => {
  expect(parseKubernetesMinor(text)).toBe(minor);
});
