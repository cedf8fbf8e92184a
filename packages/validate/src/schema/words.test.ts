import { customKinds, customWordsTable, monitoringKinds, monitoringWordsTable } from '@mcpgw/custom-resources';
import { commonWords, kindWords, podWords, restWords, servedKinds, typeOf } from '@mcpgw/kubernetes';
import { knownVersions } from '@mcpgw/structure';
import { typeNames } from '../../../kubernetes/src/types/index.js';
import { kubernetesWords } from './all-words.js';
import { publishedSchema } from './index.js';
import { readWords } from './words.js';

it('reads types and fields, several on a line', () => {
  const words = readWords('\nBox: A box.\n  lid side: A part of it.\n*:\n  key: What opens it: a key.\n');
  expect(words.ofType('Crate', 'Box')).toBe('A box.');
  expect(words.ofType('*')).toBeUndefined();
  expect(words.ofField(['Crate', 'Box'], 'side')).toBe('A part of it.');
  expect(words.ofField(['Crate'], 'key')).toBe('What opens it: a key.');
  expect(words.ofField(['Crate'], 'constructor')).toBeUndefined();
});

it.each([
  ['Box: A box.\nBox: A crate.', 'there are words for Box already'],
  ['Box:\n  lid: A lid.\n  lid: A cover.', 'there are words for Box.lid already'],
  ['Box:\n  lid', 'this line of a table of words cannot be read:   lid'],
])('refuses %j', (table, message) => {
  expect(() => readWords(table)).toThrow(message);
});

/** The types and fields of some tables, as `Type.field`. */
function saidIn(...tables: string[]): string[] {
  let type = '';
  return tables.flatMap(table =>
    table
      .split('\n')
      .filter(line => line.trim() !== '')
      .flatMap(line => {
        const names = line.trim().slice(0, line.trim().indexOf(':'));
        if (line.startsWith(' ')) return names.split(' ').map(name => `${type}.${name}`);
        type = names;
        return [names];
      }),
  );
}

it('words of Kubernetes are about types and fields that there are', () => {
  const fields = new Set(typeNames().flatMap(name => Object.keys(typeOf(name).fields)));
  const known = new Set([
    '*',
    ...typeNames().flatMap(name => [name, ...Object.keys(typeOf(name).fields).map(field => `${name}.${field}`)]),
  ]);
  for (const field of fields) known.add(`*.${field}`);
  expect(saidIn(commonWords, podWords, kindWords, restWords).filter(said => !known.has(said))).toEqual([]);
});

it('words of custom resources are about structures and fields that there are', () => {
  interface Definition {
    readonly title?: string;
    readonly properties?: object;
  }
  const known = new Set(['*', ...[...customKinds, ...monitoringKinds].map(({ kind }) => kind)]);
  for (const gateway of knownVersions.filter(version => !version.startsWith('0.'))) {
    const definitions = Object.values(publishedSchema('custom-resources', { gateway })!.$defs as Record<string, Definition>);
    for (const { title = '', properties = {} } of definitions) {
      known.add(title);
      for (const field of Object.keys(properties)) known.add(`${title}.${field}`).add(`*.${field}`);
    }
  }
  expect(saidIn(customWordsTable, monitoringWordsTable).filter(said => !known.has(said))).toEqual([]);
});

it('every kind is described', () => {
  const types = [...servedKinds().values()].flatMap(kinds => kinds.map(({ type }) => type));
  expect(types.filter(type => kubernetesWords.ofType(type) === undefined)).toEqual([]);
  const custom = saidIn(customWordsTable, monitoringWordsTable);
  expect([...customKinds, ...monitoringKinds].filter(({ kind }) => !custom.includes(kind))).toEqual([]);
});
