import type { Path } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';
import { child, list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const projectedPaths: ObjectRule = {
  id: 'projected-paths',
  on: ['ProjectedVolumeSource'],
  why: 'each file of a projected volume comes from one source',
  check(node, context) {
    const files = list(node, 'sources').flatMap((source, index) => filesOf(source, ['sources', index]));
    const items = files.map(({ item }) => item);
    duplicates(
      items,
      item => str(item, 'path'),
      (index, path) => context.report([...files[index]!.path, 'path'], `another source has the path ${path} already`),
    );
  },
};

function filesOf(source: Node, path: Path): { item: Node; path: Path }[] {
  const files = ['secret', 'configMap', 'downwardAPI'].flatMap(key =>
    list(child(source, key), 'items').map((item, index) => ({ item, path: [...path, key, 'items', index] })),
  );
  return files;
}
