/** Changes of a value of a custom resource into the value that the static configuration has in its place. Positions are kept. */
import type { Span } from '@mcpgw/diagnostics';
import { type Entry, entries, fromPlain, get, isNull, items, type Node, text } from '@mcpgw/structure';

/** Changes a value; undefined if the static configuration has nothing for it. */
export type Conversion = (node: Node) => Node | undefined;

/** The new name of a field and the change of its value. The value stays as it is without a change. */
export type Row = readonly [name: string, change?: Conversion];

/** A mapping at a position. */
export const mapping = (span: Span, list: readonly Entry[]): Node => ({ kind: 'map', entries: list, span });

/** An entry without a position in the text, such as a default of the API server. */
export const added = (key: string, value: unknown): Entry => ({ key, keySpan: { start: 0, end: 0 }, value: fromPlain(value) });

/** A scalar at the position of another value. */
export const scalarAt = (node: Node, value: string | number | boolean): Node => ({ ...fromPlain(value), span: node.span });

/** A mapping whose known fields have other names and values. Fields that the table lacks, and null, are left out. */
export const renamed =
  (table: Readonly<Record<string, Row>>, ...defaults: readonly Entry[]): Conversion =>
  node => {
    if (node.kind !== 'map') return undefined;
    const list = node.entries.flatMap((entry): Entry[] => {
      const row = Object.hasOwn(table, entry.key) ? table[entry.key] : undefined;
      const value = row === undefined || isNull(entry.value) ? undefined : (row[1] ?? same)(entry.value);
      return value === undefined ? [] : [{ ...entry, key: row![0], value }];
    });
    return mapping(node.span, [...list, ...defaults.filter(({ key }) => !list.some(entry => entry.key === key))]);
  };

/** The value as it is. */
export const same: Conversion = node => node;

/** A word of an enumeration, whose first letter is lower case in the static configuration. */
export const word: Conversion = node => {
  const value = text(node);
  return value === undefined ? undefined : scalarAt(node, value.slice(0, 1).toLowerCase() + value.slice(1));
};

/** A list of pairs as a mapping. The position of a key is that of the name. */
export const pairs =
  (name: string, value: string): Conversion =>
  node =>
    node.kind !== 'list'
      ? undefined
      : mapping(
          node.span,
          node.items.flatMap((item): Entry[] => {
            const [key, found] = [get(item, name), get(item, value)];
            return text(key) === undefined || found === undefined ? [] : [{ key: text(key)!, keySpan: key!.span, value: found }];
          }),
        );

/** The items of a list, each changed. */
export const each =
  (change: Conversion): Conversion =>
  node =>
    node.kind === 'list' ? { ...node, items: node.items.flatMap(item => change(item) ?? []) } : undefined;

/** The values of a mapping, each changed. */
export const values =
  (change: Conversion): Conversion =>
  node =>
    node.kind !== 'map'
      ? undefined
      : mapping(
          node.span,
          node.entries.flatMap(entry => {
            const value = change(entry.value);
            return value === undefined ? [] : [{ ...entry, value }];
          }),
        );

/** A policy that may be a list of conditional ones: `{conditional: [{condition, policy}]}`. */
export const conditional =
  (change: Conversion): Conversion =>
  node => {
    const list = get(node, 'conditional');
    if (list === undefined || isNull(list)) return change(node);
    const cases = items(list).flatMap((item): Node[] => {
      const policy = get(item, 'policy');
      const value = policy === undefined ? undefined : change(policy);
      if (value === undefined) return [];
      const condition = entries(item).filter(({ key }) => key === 'condition');
      return [mapping(item.span, [...condition, ...entries(value)])];
    });
    return cases.length === 0
      ? undefined
      : mapping(node.span, [{ key: 'conditional', keySpan: list.span, value: { kind: 'list', items: cases, span: list.span } }]);
  };

/** An entry with the value of a field, if the field is there and its change gives a value. */
export function entryFor(node: Node | undefined, key: string, name: string, change: Conversion = same): readonly Entry[] {
  const found = entries(node).find(entry => entry.key === key && !isNull(entry.value));
  const value = found === undefined ? undefined : change(found.value);
  return value === undefined ? [] : [{ ...found!, key: name, value }];
}
