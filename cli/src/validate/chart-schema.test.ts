/** `validate CHART` and `render` judge values by the same processed chart and the same schemas. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sources } from '@mcpgw/diagnostics';
import { HelmError, ValuesSchemaError } from '@mcpgw/helm';
import { Command } from 'commander';
import fc from 'fast-check';
import { chartYaml, writeTree } from '../../../test/helpers/command.js';
import { seed } from '../../../test/helpers/seed.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { addRenderFlags, type RenderFlags } from '../render/flags.js';
import { loadChartAt, rendererOf, renderWithFlags } from '../render/run.js';
import { checkChart } from './chart.js';
import { makeContext } from './context.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-schema-'));
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** The findings of `mcpgw validate CHART -f user.yaml`. */
function validated(chart: string, values: string[]): { rule: string; message: string; file: string }[] {
  const context = makeContext({ ...validateFlags, values }, new Sources());
  checkChart(chart, context, []);
  return context.findings.map(({ rule, message, file }) => ({ rule, message, file }));
}

/** What `mcpgw render CHART -f user.yaml` makes of it. */
function rendered(chart: string, values: string[]): 'renders' | 'breaks a schema' | 'fails' {
  const flags = addRenderFlags(new Command()).parse([], { from: 'user' }).opts<RenderFlags>();
  try {
    renderWithFlags(rendererOf(loadChartAt(chart)), 'release-name', { ...flags, values });
    return 'renders';
  } catch (error) {
    if (error instanceof ValuesSchemaError) return 'breaks a schema';
    if (error instanceof HelmError) return 'fails';
    throw error;
  }
}

const write = (files: Record<string, string>): string => writeTree(files, folder);
const schemaOf = (schema: object): string => JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema });

/** The suggestion of each finding of `mcpgw validate CHART -f user.yaml`. */
function suggested(chart: string, values: string[]): (string | undefined)[] {
  const context = makeContext({ ...validateFlags, values }, new Sources());
  checkChart(chart, context, []);
  return context.findings.map(({ suggestion }) => suggestion);
}

describe('a value of another place', () => {
  const values = 'auth: {issuer: {url: "", audience: ""}}\nproxy: {timeout: 1s, port: 1}\nmetrics: {port: 2}\nprobes: {port: 3}\n';
  const user = 'audience: x\nproxy: {url: x, metrics: {}}\nport: 1\n';
  const expected = ['it belongs under auth.issuer', 'it belongs under auth.issuer', 'it belongs at the top level'];

  test.each([
    ['that the schema refuses', [...expected, 'known here: auth, proxy, metrics, probes']],
    ['that no template reads', [...expected, 'remove it']],
  ])('%s', (kind, suggestions) => {
    const proxy = { additionalProperties: false, properties: { timeout: {}, port: {} } };
    const schema = { additionalProperties: false, properties: { auth: {}, proxy, metrics: {}, probes: {} } };
    write({
      'Chart.yaml': chartYaml('top'),
      'values.yaml': values,
      'templates/a.yaml': '',
      'user.yaml': user,
      ...(kind === 'that the schema refuses' && { 'values.schema.json': schemaOf(schema) }),
    });
    expect(suggested(folder, [join(folder, 'user.yaml')]).toSorted()).toEqual(suggestions.toSorted());
  });
});

describe('validate CHART', () => {
  test('knows the defaults of a dependency', () => {
    write({
      'Chart.yaml': chartYaml('top', 'dependencies: [{name: redis, version: 1.0.0}]\n'),
      'values.yaml': 'redis: {auth: true}\n',
      'charts/redis/Chart.yaml': chartYaml('redis'),
      'charts/redis/values.yaml': 'image: redis:7\n',
      'charts/redis/values.schema.json': schemaOf({ required: ['image'] }),
    });
    expect(validated(folder, [])).toEqual([]);
  });

  test('leaves out a dependency that is switched off, and judges one under its alias', () => {
    const dependencies = '[{name: a, version: 1.0.0, condition: a.enabled}, {name: a, version: 1.0.0, alias: b}]';
    write({
      'Chart.yaml': chartYaml('top', `dependencies: ${dependencies}\n`),
      'values.yaml': 'a: {enabled: false, num: x}\nb: {num: y}\n',
      'charts/a/Chart.yaml': chartYaml('a'),
      'charts/a/templates/x.yaml': '# {{ .Values.num }}',
      'charts/a/values.schema.json': schemaOf({ properties: { num: { type: 'integer' } } }),
    });
    expect(validated(folder, []).map(({ message }) => message)).toEqual(['b.num is not of type integer']);
  });

  test('a value under an alias is not called unused', () => {
    write({
      'Chart.yaml': chartYaml('top', 'dependencies: [{name: a, version: 1.0.0, alias: b}]\n'),
      'charts/a/Chart.yaml': chartYaml('a'),
      'charts/a/templates/x.yaml': '# {{ .Values.num }}',
      'user.yaml': 'b: {num: 1}\n',
    });
    expect(validated(folder, [join(folder, 'user.yaml')])).toEqual([]);
  });

  test('a pattern that backtracking would never finish', () => {
    write({
      'Chart.yaml': chartYaml('top'),
      'values.yaml': `num: ${'a'.repeat(40)}!\n`,
      'values.schema.json': schemaOf({ properties: { num: { pattern: '^(a+)+$' } } }),
    });
    expect(validated(folder, []).map(({ message }) => message)).toEqual(['num does not fit the pattern ^(a+)+$']);
  });

  test('definitions that double at every step end', () => {
    const definitions: Record<string, object> = { d0: { type: 'object' } };
    for (let i = 1; i <= 40; i++)
      definitions[`d${i}`] = { allOf: [{ $ref: `#/definitions/d${i - 1}` }, { $ref: `#/definitions/d${i - 1}` }] };
    write({
      'Chart.yaml': chartYaml('top'),
      'values.yaml': 'a: {}\nb: 1\n',
      'values.schema.json': schemaOf({ definitions, properties: { a: { $ref: '#/definitions/d40' } } }),
    });
    expect([rendered(folder, []), validated(folder, [])]).toEqual(['renders', []]);
    writeFileSync(join(folder, 'values.yaml'), 'a: 5\n');
    expect(rendered(folder, [])).toBe('breaks a schema');
    expect(validated(folder, []).map(({ message }) => message)).toEqual(['a is not of type object']);
  });

  test('a schema that is made of itself', () => {
    write({
      'Chart.yaml': chartYaml('top'),
      'values.schema.json': schemaOf({
        definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } },
        allOf: [{ $ref: '#/definitions/a' }],
      }),
    });
    expect(rendered(folder, [])).toBe('breaks a schema');
    expect(validated(folder, [])).toMatchObject([{ rule: 'values-schema', message: expect.stringContaining('reference cycle at') }]);
  });

  test.each([
    ['no JSON', '{"type":', 'cannot be used: unexpected EOF'],
    ['what its draft refuses', '{"type": 5}', 'is not valid against metaschema'],
    ['a schema at an address', '{"$ref": "https://example.org/s.json"}', 'read only with --allow-remote-schemas; --skip-schema-validation'],
  ])('a schema that is %s', (_, schema, words) => {
    write({ 'Chart.yaml': chartYaml('top'), 'values.schema.json': schema });
    expect(rendered(folder, [])).toBe('breaks a schema');
    expect(validated(folder, [])).toMatchObject([{ rule: 'values-schema', message: expect.stringContaining(words), file: folder }]);
  });

  test('a schema in another file of this machine, as Helm reads it', () => {
    write({ 'Chart.yaml': chartYaml('top'), 'values.yaml': 'num: x\n', 'other.json': '{"definitions": {"n": {"type": "integer"}}}' });
    const reference = `file://${folder}/other.json#/definitions/n`;
    writeFileSync(join(folder, 'values.schema.json'), schemaOf({ properties: { num: { $ref: reference } } }));
    expect(rendered(folder, [])).toBe('breaks a schema');
    expect(validated(folder, []).map(({ message }) => message)).toEqual(['num is not of type integer']);
  });
});

const scalar = fc.constantFrom('1', '"x"', 'true', 'null', '[]', '{}', '{k: 1}');
const key = fc.constantFrom('a', 'b', 'sub', 'second', 'global', 'enabled');
const table = fc.dictionary(key, fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 3 }).map(flow)), { maxKeys: 4 }).map(flow);

function flow(entries: Record<string, string>): string {
  return `{${Object.entries(entries)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')}}`;
}

const type = fc.constantFrom('integer', 'string', 'object', 'boolean', 'array');
const schema = fc.record(
  {
    required: fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
    properties: fc.dictionary(key, fc.record({ type }), { maxKeys: 3 }),
    additionalProperties: fc.constantFrom(true, false),
  },
  { requiredKeys: [] },
);
const declared = fc.constantFrom(
  '[{name: sub, version: 1.0.0}]',
  '[{name: sub, version: 1.0.0, condition: sub.enabled}]',
  '[{name: sub, version: 1.0.0, tags: [a]}]',
  '[{name: sub, version: 1.0.0, alias: second}]',
  '[{name: sub, version: 1.0.0}, {name: sub, version: 1.0.0, alias: second, condition: b}]',
  '[{name: sub, version: 1.0.0, import-values: [{child: a, parent: b}]}]',
);

test('generated umbrella charts: a schema error exactly where render refuses by schema', () => {
  const verdicts = new Set<string>();
  const chart = fc.record({ declared, top: table, sub: table, user: table, topSchema: fc.option(schema), subSchema: fc.option(schema) });
  fc.assert(
    fc.property(chart, ({ declared: dependencies, top, sub, user, topSchema, subSchema }) => {
      rmSync(folder, { recursive: true });
      const base = {
        'Chart.yaml': chartYaml('top', `dependencies: ${dependencies}\n`),
        'values.yaml': top,
        'charts/sub/Chart.yaml': chartYaml('sub'),
        'charts/sub/values.yaml': sub,
        'charts/sub/templates/x.yaml': 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\n',
        'user.yaml': user,
      };
      writeTree(
        {
          ...base,
          ...(topSchema && { 'values.schema.json': JSON.stringify(topSchema) }),
          ...(subSchema && { 'charts/sub/values.schema.json': JSON.stringify(subSchema) }),
        },
        folder,
      );
      const values = [join(folder, 'user.yaml')];
      const verdict = rendered(folder, values);
      const rules = validated(folder, values).map(({ rule }) => rule);
      verdicts.add(verdict);
      expect({ schema: rules.includes('values-schema'), failed: rules.includes('render-error') }).toEqual({
        schema: verdict === 'breaks a schema',
        failed: verdict === 'fails',
      });
    }),
    { numRuns: 300, seed },
  );
  expect([...verdicts].sort()).toEqual(['breaks a schema', 'fails', 'renders']);
}, 120_000);
