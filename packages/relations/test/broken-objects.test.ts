/** Objects that are not what their kind wants: no rule fails on them, whatever is missing or of another type. */
import { type Entry, type Node, runRules } from '@mcpgw/structure';
import { streamOf, streamRules } from '../src/index.js';
import { read } from './objects.js';

const span = { start: 0, end: 1 };
const others: readonly Node[] = [{ kind: 'list', items: [], span }, { kind: 'scalar', text: 'x', value: 'x', span } as Node];

/** The same tree with one part less, or of another type, for every part. */
function* variants(node: Node): Generator<Node> {
  if (node.kind === 'map')
    for (const [index, entry] of node.entries.entries()) {
      const put = (...entries: Entry[]): Node => ({
        ...node,
        entries: [...node.entries.slice(0, index), ...entries, ...node.entries.slice(index + 1)],
      });
      yield put();
      for (const value of others) yield put({ ...entry, value });
      for (const value of variants(entry.value)) yield put({ ...entry, value });
    }
  if (node.kind === 'list')
    for (const [index, item] of node.items.entries()) {
      const put = (...items: Node[]): Node => ({
        ...node,
        items: [...node.items.slice(0, index), ...items, ...node.items.slice(index + 1)],
      });
      for (const value of others) yield put(value);
      for (const value of variants(item)) yield put(value);
    }
}

const documents = streamRules.flatMap(({ id, docs }) => (docs === undefined ? [] : [[id, docs.wrong] as const]));

it.each(documents)('%s and all other rules take every broken form of its example', (_, text) => {
  const all = read(text);
  for (const [index, document] of all.entries())
    for (const variant of variants(document))
      expect(() =>
        runRules(streamRules, streamOf([...all.slice(0, index), variant, ...all.slice(index + 1)], []), 'manifest', '1.4.1', 'f'),
      ).not.toThrow();
});
