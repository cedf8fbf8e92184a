import { parseYaml, type Shape } from '@mcpgw/structure';
import { cel, celDuration, celOrBlank } from '../config/scalars.js';
import { staticConfig } from '../config/static-config.js';
import { expressions, slotOf } from './expressions.js';

const expressionShapes = new Set<Shape>([cel, celDuration, celOrBlank]);

/** The paths of all fields that are expressions. Every structure is entered once. */
function expressionPaths(shape: Shape, path: readonly string[], seen: Set<Shape>): string[] {
  if (expressionShapes.has(shape)) return [path.join('.')];
  if (seen.has(shape)) return [];
  const inner = new Set([...seen, shape]);
  switch (shape.type) {
    case 'struct':
      return Object.entries(shape.fields).flatMap(([key, field]) => expressionPaths(field.shape, [...path, key], inner));
    case 'list':
    case 'refined':
    case 'buffered':
      return expressionPaths(shape.of, path, inner);
    case 'map':
      return expressionPaths(shape.of, [...path, 'KEY'], inner);
    case 'union':
    case 'select':
      return shape.of.flatMap(of => expressionPaths(of, path, inner));
    case 'versioned':
      return shape.cases.flatMap(each => expressionPaths(each.shape, path, inner));
    // The policies of the calls of a policy are asked below the policies of routes.
    case 'lazy':
      return [];
    default:
      return [];
  }
}

it('every field of the configuration that is an expression has a phase and a use', () => {
  const paths = [...new Set(expressionPaths(staticConfig, [], new Set()))];
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(path => slotOf(path.split('.')) === undefined)).toEqual([]);
});

const viewsOf = (policies: string): readonly (readonly [string, string, string])[] => {
  const text = `binds:\n- port: 3000\n  listeners:\n  - routes:\n    - policies: ${policies}\n`;
  const { documents } = parseYaml(text, { file: 'a.yaml', dialect: 'serde' });
  return expressions(documents[0]!, '1.4.1').map(({ phase, use, text: source }) => [phase, use, source] as const);
};

it.each([
  [
    "{authorization: {rules: ['a', {deny: b}, {require: c}]}}",
    [
      ['request', 'allow', 'a'],
      ['request', 'deny', 'b'],
      ['request', 'require', 'c'],
    ],
  ],
  ['{mcpAuthorization: {rules: [{allow: a}]}}', [['mcp', 'allow', 'a']]],
  [
    '{transformations: {response: {set: {x: a}, body: b}}}',
    [
      ['response', 'header', 'a'],
      ['response', 'value', 'b'],
    ],
  ],
  [
    '{extAuthz: {protocol: {http: {path: a, addRequestHeaders: {x: b}, metadata: {y: c}}}, cache: {key: [d], ttl: 60s}}}',
    [
      ['request', 'text', 'a'],
      ['request', 'header', 'b'],
      ['response', 'value', 'c'],
      ['request', 'value', 'd'],
    ],
  ],
  [
    '{transformations: {conditional: [{condition: a, request: {set: {x: b}}}]}}',
    [
      ['request', 'condition', 'a'],
      ['request', 'header', 'b'],
    ],
  ],
  ['{requestHeaderModifier: {set: {x: a}}}', []],
  ['{delay: {duration: 5s}}', []],
  ['{authorization: {rules: ["a ="]}}', []],
])('finds the expressions of %s', (policies, expected) => {
  expect(viewsOf(policies)).toEqual(expected);
});
