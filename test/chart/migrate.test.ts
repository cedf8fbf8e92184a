/** A static configuration that the chart renders for one version, migrated to another, says what the chart renders for that one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStatic, migrateStatic } from '@mcpgw/agentgateway-rules';
import { parse, parseAllDocuments } from 'yaml';

const goldens = join(__dirname, '..', 'golden');
const versions = ['0.12.0', '1.1.0', '1.4.1'];

/** What a golden puts into the ConfigMap; undefined where it has none. */
function configOf(golden: string): string | undefined {
  const documents = parseAllDocuments(readFileSync(join(goldens, golden, 'expected.yaml'), 'utf8'));
  return documents.map(document => document.toJS()?.data?.['config.yaml']).find(text => text !== undefined);
}

const stories = readdirSync(goldens)
  .map(name => /^static-v0\.12\.0-(.*)$/.exec(name)?.[1])
  .filter(
    story =>
      story !== undefined && readdirSync(goldens).includes(`static-v1.4.1-${story}`) && configOf(`static-v1.4.1-${story}`) !== undefined,
  );
const pairs = versions.flatMap(from => versions.filter(to => to !== from).map(to => [from, to] as const));

/** Backends get names of their own, and routes refer to them. */
const withoutNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/"(\/?)(?:mcp-)?ext-auth[a-z0-9-]*"/g, '"$1ext-authz"'));

/** Policies on a backend of their own hold in every version, so they stay. */
const hasBackends = (text: string): boolean => parse(text).backends !== undefined;

test('there are stories for every version', () => expect(stories.length).toBeGreaterThanOrEqual(5));

describe.each(pairs)('from v%s to v%s', (from, to) => {
  test.each(stories)('%s', story => {
    const source = configOf(`static-v${from}-${story}`)!;
    const { text, notes } = migrateStatic(source, { file: 'config.yaml', from, to });
    expect(notes.filter(({ kind }) => kind === 'cannot')).toEqual([]);
    expect(checkStatic(text, { file: 'config.yaml', version: to }).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const expected = hasBackends(source) ? source : configOf(`static-v${to}-${story}`)!;
    expect(withoutNames(parse(text))).toEqual(withoutNames(parse(expected)));
  });
});
