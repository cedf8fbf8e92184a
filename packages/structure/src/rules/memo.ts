import type { Node } from '../yaml/node.js';

/**
 * Memoizes a view per document, or per another object, because many rules use the same view. What it returns belongs to all of them: nobody
 * changes it.
 */
export function memo<T, Root extends object = Node>(view: (root: Root) => T): (root: Root) => T {
  const kept = new WeakMap<Root, { readonly made: T }>();
  return root => {
    const known = kept.get(root);
    if (known !== undefined) return known.made;
    const made = view(root);
    kept.set(root, { made });
    return made;
  };
}

/** Memoizes a view per document and key, such as a version or the name of a policy. */
export function memoBy<Key, T>(view: (root: Node, key: Key) => T): (root: Node, key: Key) => T {
  const keptOf = memo(() => new Map<Key, { readonly made: T }>());
  return (root, key) => {
    const kept = keptOf(root);
    const known = kept.get(key);
    if (known !== undefined) return known.made;
    const made = view(root, key);
    kept.set(key, { made });
    return made;
  };
}
