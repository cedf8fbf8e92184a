import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node } from '@mcpgw/structure';

/** A key of the gateway itself, with its name where it has one. */
export interface OwnKey {
  readonly list: 'api_keys' | 'admin_keys';
  readonly node: Node;
  readonly path: Path;
  /** The text that names the key. */
  readonly name?: Node;
}

/** The keys of `gateway.yaml`, written as texts or with names. */
export function ownKeys(root: Node): OwnKey[] {
  return (['api_keys', 'admin_keys'] as const).flatMap(list =>
    items(at(root, 'auth', list)).flatMap((entry, index): OwnKey[] => {
      const path = ['auth', list, index];
      if (entry.kind !== 'map') return [{ list, node: entry, path }];
      const [node, name] = [get(entry, 'key'), get(entry, 'name')];
      return node === undefined ? [] : [{ list, node, path: [...path, 'key'], ...(name && { name }) }];
    }),
  );
}
