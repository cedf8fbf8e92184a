import type { Finding, Path } from '@mcpgw/diagnostics';
import type { Node } from './node.js';

/**
 * Reports every duplicate key of a mapping, at any depth. A key from a merge key (`<<`) may be set again beside it, as YAML intends,
 * unless `strictMerge` is set: strict readers of Kubernetes objects refuse that too. Duplicates repeated by aliases are reported once.
 */
export function duplicateKeys(root: Node, file: string, strictMerge = false): Finding[] {
  const findings: Finding[] = [];
  const stack: [Node, Path][] = [[root, []]];
  const met = new Set<Node>();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, path] = next;
    if (met.has(node)) continue;
    met.add(node);
    if (node.kind === 'list')
      for (let index = node.items.length - 1; index >= 0; index--) stack.push([node.items[index]!, [...path, index]]);
    if (node.kind !== 'map') continue;
    const below: [Node, Path][] = [];
    const seen = new Set<string>();
    for (const { key, keySpan, value, merged } of node.entries) {
      const counts = strictMerge || merged !== true;
      if (seen.has(key) && counts)
        findings.push({
          rule: 'duplicate-field',
          severity: 'error',
          message: `"${key}" is already set above in this mapping`,
          file,
          span: keySpan,
          path: [...path, key],
          suggestion: 'keep one of the two',
        });
      if (counts) seen.add(key);
      if (value.kind !== 'scalar') below.push([value, [...path, key]]);
    }
    for (const entry of below.reverse()) stack.push(entry);
  }
  return findings;
}

/** Keeps the first of several findings about a duplicate key at one position. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, span, file }) => {
    if (rule !== 'duplicate-field' && rule !== 'duplicate-key') return true;
    const place = `${file} ${span?.start}`;
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst;
  });
}
