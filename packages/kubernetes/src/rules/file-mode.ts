import type { Path } from '@mcpgw/diagnostics';
import { given, type MapNode, type Node } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

/** Numbers that read as a mode and are another one in decimal: 400 is 0620, and 0400 would be 256. */
const octal: ReadonlyMap<number, string> = new Map([
  [400, '0620'],
  [440, '0670'],
  [444, '0674'],
  [500, '0764'],
]);

export const fileMode: ObjectRule = {
  id: 'file-mode',
  severity: 'warning',
  on: [
    'SecretVolumeSource',
    'ConfigMapVolumeSource',
    'ProjectedVolumeSource',
    'DownwardAPIVolumeSource',
    'KeyToPath',
    'DownwardAPIVolumeFile',
  ],
  why: 'A mode without a zero in front is a decimal number: files get other permissions than it suggests, often write access for the group.',
  check(node: MapNode, context) {
    const check = (value: Node | undefined, path: Path): void => {
      const number = value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
      const mode = number === undefined ? undefined : octal.get(number);
      if (mode !== undefined)
        context.report(
          path,
          `${number} is the mode ${mode}, not 0${number}`,
          `write 0${number}, or ${Number.parseInt(String(number), 8)} in JSON`,
        );
    };
    for (const key of ['defaultMode', 'mode']) check(given(node, key), [key]);
  },
};
