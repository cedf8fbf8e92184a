import { createHash } from 'node:crypto';
import type { SourceTool } from '../sources/source.js';
import { canonicalJson, toolHash } from './tool-hash.js';

const tool = {
  name: 'add',
  description: 'Adds.',
  inputSchema: { type: 'object', properties: { b: {}, a: { type: 'integer' } } },
} as SourceTool;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('is SHA-256 of name, description and sorted schemas', () => {
  const input = '{"properties":{"a":{"type":"integer"},"b":{}},"type":"object"}';
  expect(toolHash(tool)).toBe(sha256(`add|Adds.|${input}`));
  expect(toolHash({ ...tool, outputSchema: { type: 'object', required: ['x', 'a'] } })).toBe(
    sha256(`add|Adds.|${input}|{"required":["x","a"],"type":"object"}`),
  );
  expect(toolHash({ name: 'add', inputSchema: { type: 'object' } })).toBe(sha256('add||{"type":"object"}'));
});

it('does not see annotations, titles, metadata and the order of keys', () => {
  const other = {
    ...tool,
    title: 'T',
    annotations: { readOnlyHint: true },
    _meta: { a: 1 },
    inputSchema: { properties: { a: { type: 'integer' }, b: {} }, type: 'object' },
  };
  expect(toolHash(other as SourceTool)).toBe(toolHash(tool));
});

it.each<[string, Partial<SourceTool>]>([
  ['the name', { name: 'Add' }],
  ['the description', { description: 'Adds!' }],
  ['a type in the schema', { inputSchema: { type: 'object', properties: { b: {}, a: { type: 'number' } } } }],
  ['the order of a list', { inputSchema: { type: 'object', properties: { b: {}, a: { type: 'integer' } }, required: ['a'] } }],
  ['an output schema', { outputSchema: { type: 'object' } }],
  [
    'a key __proto__ in the schema',
    { inputSchema: JSON.parse('{"type":"object","properties":{"b":{},"a":{"type":"integer"},"__proto__":{}}}') },
  ],
])('sees %s', (_name, change) => {
  expect(toolHash({ ...tool, ...change })).not.toBe(toolHash(tool));
});

it.each<[unknown, string]>([
  [null, 'null'],
  [undefined, 'null'],
  [{ b: 1, a: [true, { d: null, c: 'x' }] }, '{"a":[true,{"c":"x","d":null}],"b":1}'],
  [{ ä: 1, Z: 2, a: undefined }, '{"Z":2,"ä":1}'],
  [[undefined], '[null]'],
  ['"\u2028', '"\\"\u2028"'],
])('writes %j as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it('knows no hash of a schema that is nested too deeply', () => {
  let nested: unknown = {};
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  expect(toolHash({ ...tool, inputSchema: { type: 'object', nested } as SourceTool['inputSchema'] })).toBeUndefined();
  expect(toolHash({ ...tool, outputSchema: { type: 'object', nested } as SourceTool['inputSchema'] })).toBeUndefined();
});
