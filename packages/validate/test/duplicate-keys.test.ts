import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duplicateKeys, type Kind, type Node, parseYaml } from '@mcpgw/structure';
import { readSettings } from '../src/kinds/settings.js';
import { fileExamples } from '../src/schema/file-examples.js';
import { validateText } from '../src/validate.js';

const root = join(__dirname, '../../..');
const say = (text: string, strict = false): string[] =>
  parseYaml(text, { file: 'f', dialect: 'go' }).documents.flatMap(document =>
    duplicateKeys(document, 'f', strict).map(({ path, span }) => `${span!.start} ${path!.join('.')}`),
  );

it.each<[string, string[]]>([
  ['a: 1\nb: 2', []],
  ['a: 1\na: 1', ['5 a']],
  ['a: {b: [{c: 1, c: 2}]}', ['15 a.b.0.c']],
  ['a: 1\n"a": 1', ['5 a']],
  ['x: &x {a: 1}\ny: {<<: *x, a: 2}', []],
  ['x: &x {a: 1}\ny: {<<: *x, a: 2, a: 3}', ['31 y.a']],
  ['x: &x {a: 1, a: 2}\ny: *x\nz: *x', ['13 x.a']],
  ['__proto__: 1\n__proto__: 2', ['13 __proto__']],
])('%j', (text, expected) => expect(say(text)).toEqual(expected));

it('a strict reader refuses a key that a merge key brings too', () => {
  expect(say('x: &x {a: 1}\ny: {<<: *x, a: 2}', true)).toEqual(['25 y.a']);
});

/** The position and text of the first key of each mapping. */
function mappings(node: Node, found: { start: number; key: string }[] = []): { start: number; key: string }[] {
  if (node.kind === 'list') for (const item of node.items) mappings(item, found);
  if (node.kind !== 'map') return found;
  const [first] = node.entries;
  if (first !== undefined) found.push({ start: first.keySpan.start, key: first.key });
  for (const { value } of node.entries) mappings(value, found);
  return found;
}

/** Duplicates the first key of a mapping in a text, in the same flow or block style. */
function planted(text: string, { start, key }: { start: number; key: string }): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isFlow = /[{,]\s*$/.test(text.slice(0, start)) || text.trimStart().startsWith('{');
  const indent = line.replace(/[^\s]/g, ' ');
  return `${text.slice(0, start)}${JSON.stringify(key)}: ${isFlow ? '1, ' : `1\n${indent}`}${text.slice(start)}`;
}

interface Example {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly kind?: Kind;
}

const kinds: Readonly<Record<string, Kind>> = { serve: 'serve', agentgateway: 'agentgateway' };
const formats = [
  'mcp-config',
  'client-config',
  'vscode-config',
  'opencode-config',
  'langchain-config',
  'mcp-servers',
  'serve',
  'agentgateway',
];
const free = {
  mcpServers: [
    { name: 'a', command: 'x', enabled: true, env: { A: '1' }, auth_broker: { a: { b: 1 } }, source_registry_provenance: { a: 1 } },
  ],
  registries: [{ a: { b: 1 } }],
  telemetry: { a: { b: 1 } },
  security: { a: 1 },
};
const filesBelow = (...folders: string[]): string[] =>
  folders
    .flatMap(folder => readdirSync(join(root, folder), { recursive: true }).map(name => `${folder}/${name}`))
    .filter(name => /\.(?:ya?ml|json)$/.test(name))
    .sort();

const examples: Example[] = [
  ...formats.flatMap(name =>
    (fileExamples[name] ?? []).map(value => {
      const kind = kinds[name] ?? (name as Kind);
      return { name, file: 'example.json', text: JSON.stringify(value, null, 2), kind };
    }),
  ),
  { name: 'free mappings of mcp_config.json', file: 'mcp_config.json', text: JSON.stringify(free, null, 2) },
  ...filesBelow('examples', 'charts/mcp-gateway', 'test/golden')
    .filter(file => !file.includes('/templates/') && (!file.startsWith('test') || file.includes('/static-v1.4.1-')))
    .map(file => ({ name: file, file, text: readFileSync(join(root, file), 'utf8') })),
];

it('there are examples of many kinds', () => expect(examples.length).toBeGreaterThan(30));

it.each(examples.map(example => [example.name, example] as const))(
  'a key twice at every mapping of %s is an error at its place',
  (_, example) => {
    const { file, text, kind } = example;
    const dialect = /mcp|client|vscode|opencode|langchain|serve/.test(kind ?? '') ? 'core' : 'go';
    const places = parseYaml(text, { file, dialect }).documents.flatMap(document => mappings(document));
    const step = Math.max(1, Math.floor(places.length / 8));
    for (const place of places.filter((__, index) => index % step === 0)) {
      const wrong = planted(text, place);
      if (parseYaml(wrong, { file, dialect }).findings.length > 0) continue;
      const { findings } = validateText(wrong, { file, ...(kind !== undefined && { kind }) });
      const lines = findings
        .filter(({ rule, severity }) => severity === 'error' && (rule === 'duplicate-field' || rule === 'duplicate-key'))
        .map(({ span }) => wrong.slice(0, span!.start).split('\n').length);
      const repeated = wrong.slice(0, place.start).split('\n').length;
      expect([place, lines.some(line => line >= repeated && line <= repeated + 1)]).toEqual([place, true]);
    }
  },
);

it('also in mcpgw.config.yaml', () => {
  const text = 'rules:\n  no-routes: {severity: off, severity: off, reason: x}\n';
  expect(readSettings(text, 'mcpgw.config.yaml', ['no-routes']).findings.map(({ message }) => message)).toEqual([
    '"severity" is already set above in this mapping',
  ]);
});
