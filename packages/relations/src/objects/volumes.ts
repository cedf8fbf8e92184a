/** Volumes of a pod whose files come from the API server. */
import { get, items, type Node } from '@mcpgw/structure';
import { integerOf, textOr } from './objects.js';
import type { PodView } from './pods.js';

/** Modes of the files of a volume. */
export interface FileModes {
  /** That of files without one of their own. */
  readonly usual: number;
  /** By the path in the volume. */
  readonly files: ReadonlyMap<string, number>;
}

const sources = ['configMap', 'secret', 'projected', 'downwardAPI'] as const;

/** The modes of files of a volume of ConfigMaps, Secrets or fields of the pod; undefined for other volumes and other names. */
export function fileModesOf(pod: PodView, name: string): FileModes | undefined {
  const volume = items(get(pod.spec, 'volumes')).find(each => textOr(each, 'name', '') === name);
  const source = sources.map(key => get(volume, key)).find(each => each !== undefined);
  if (source === undefined) return undefined;
  const lists = [source, ...items(get(source, 'sources')).flatMap(each => sources.map(key => get(each, key)))];
  const files = new Map<string, number>();
  for (const item of lists.flatMap((list: Node | undefined) => items(get(list, 'items')))) {
    const mode = integerOf(get(item, 'mode'));
    if (mode !== undefined) files.set(textOr(item, 'path', ''), mode);
  }
  return { usual: integerOf(get(source, 'defaultMode')) ?? 0o644, files };
}
