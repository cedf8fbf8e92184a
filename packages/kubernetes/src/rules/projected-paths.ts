import type { Path } from '@mcpgw/diagnostics';
import { given, itemsAt, type Node, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const projectedPaths: ObjectRule = {
  id: 'projected-paths',
  severity: 'error',
  on: ['ProjectedVolumeSource'],
  why: 'Each file of a projected volume comes from one source.',
  check(node, context) {
    const files = itemsAt(node, 'sources').flatMap((source, index) => filesOf(source, ['sources', index]));
    const items = files.map(({ item }) => item);
    duplicates(
      items,
      item => textAt(item, 'path'),
      (index, path) => context.report([...files[index]!.path, 'path'], `another source has the path ${path} already`),
    );
  },
};

function filesOf(source: Node, path: Path): { item: Node; path: Path }[] {
  const files = ['secret', 'configMap', 'downwardAPI'].flatMap(key =>
    itemsAt(given(source, key), 'items').map((item, index) => ({ item, path: [...path, key, 'items', index] })),
  );
  return files;
}
