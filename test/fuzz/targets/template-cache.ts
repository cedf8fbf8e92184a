/** A file of the template cache that was damaged, or that somebody else wrote: it is ignored, or gives what the templates give. */

import { loadChartFiles } from '@mcpgw/helm';
import { encodeTemplates, Strings } from '@mcpgw/helm/internal';
import { Packed, type PackedTree, Packer } from '../../../cli/src/packed-trees.js';
import { outcome, type Target } from '../target.js';
import { deps, templateSeeds } from '../templates.js';

const files = new Map([
  ['Chart.yaml', Buffer.from('apiVersion: v2\nname: c\nversion: 1.0.0\n')],
  ...templateSeeds.slice(0, 4).map((text, index) => [`templates/${index}.yaml`, Buffer.from(text)] as const),
]);
const strings = new Strings();
const trees = encodeTemplates(loadChartFiles(files), deps, strings);
const packer = new Packer();
const packedTrees = trees.map(({ trees }) => packer.addTrees(trees));
const file = Buffer.from(packer.finish({ strings: strings.list, trees: packedTrees }));

export const target: Target = {
  seeds: [file],
  tokens: ['\0\0\0\0', '\xff\xff\xff\xff', '[', ']', '{', '}', '"', '"strings":', 'null', '-1', '0'],
  maxBytes: 65_536,
  run(input) {
    // The cache takes every error of this for a damaged file, see `read` in cli/src/template-cache.ts; what must not happen is an endless loop or much memory.
    const packed = outcome(
      [Error],
      () => new Packed<{ readonly strings: readonly string[]; readonly trees: readonly (readonly PackedTree[])[] }>(Buffer.from(input)),
    );
    if ('value' in packed && Array.isArray(packed.value.index?.trees))
      outcome([Error], () => packed.value.index.trees.map(list => packed.value.trees(list)));
  },
};
