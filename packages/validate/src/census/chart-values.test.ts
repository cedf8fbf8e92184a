import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownRules } from '../catalogue/catalogue.js';
import { chartCensus } from './chart-values.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const root = JSON.parse(readFileSync(join(__dirname, '../../../../charts/mcp-gateway/values.schema.json'), 'utf8')) as Schema;

const resolved = (schema: Schema): Schema => ({
  ...(schema.$ref === undefined ? {} : root.definitions![schema.$ref.split('/').at(-1)!]),
  ...schema,
});

/** Every value of the schema, as `section.name`. A list of mappings is a value, and a section `name[]`. */
function valuesOf(schema: Schema, path: readonly string[]): string[] {
  return Object.entries(resolved(schema).properties ?? {}).flatMap(([name, given]) => {
    const value = resolved(given);
    if (value.properties !== undefined) return valuesOf(value, [...path, name]);
    const own = `${path.length === 0 ? 'values' : path.join('.')}.${name}`;
    const item = value.items === undefined ? undefined : resolved(value.items);
    return item?.properties === undefined ? [own] : [own, ...valuesOf(item, [...path, `${name}[]`])];
  });
}

const rows = Object.entries(chartCensus).flatMap(([section, names]) => Object.keys(names).map(name => `${section}.${name}`));

it('every value of the chart has answers, and no answer is about a value that there is not', () => {
  const values = valuesOf(root, []);
  expect(values.filter(value => !rows.includes(value))).toEqual([]);
  expect(rows.filter(row => !values.includes(row))).toEqual([]);
});

it('answers name rules that there are', () => {
  const ids = new Set(knownRules().map(({ id }) => id));
  const named = Object.values(chartCensus).flatMap(names =>
    Object.values(names).flatMap(answer => Object.values(answer).flatMap(each => (typeof each === 'string' ? [] : each))),
  );
  expect([...new Set(named)].filter(id => !ids.has(id))).toEqual([]);
});
