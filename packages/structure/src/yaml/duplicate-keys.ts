import type { Finding, Path } from '@mcpgw/diagnostics';
import type { Node } from './node.js';
import { hasRepeats } from './repeats.js';

/** A value on the way through a document; its path is needed for duplicates alone. */
interface Step {
  readonly node: Node;
  readonly step: string | number;
  readonly parent: Step | undefined;
}

function pathOf({ step, parent }: Step): Path {
  return parent === undefined ? [] : [...pathOf(parent), step];
}

/**
 * Reports every duplicate key of a mapping, at any depth. A key from a merge key (`<<`) may be set again beside it, as YAML intends,
 * unless `strictMerge` is set: strict readers of Kubernetes objects refuse that too. Duplicates repeated by aliases are reported once.
 */
export function duplicateKeys(root: Node, file: string, strictMerge = false): Finding[] {
  const findings: Finding[] = [];
  const stack: Step[] = [{ node: root, step: '', parent: undefined }];
  const met = new Set<Node>();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node } = next;
    if (met.has(node)) continue;
    met.add(node);
    if (node.kind === 'list')
      for (let index = node.items.length - 1; index >= 0; index--) stack.push({ node: node.items[index]!, step: index, parent: next });
    if (node.kind !== 'map') continue;
    const below: Step[] = [];
    const seen = hasRepeats(node.entries) ? new Set<string>() : undefined;
    for (const { key, keySpan, value, merged } of node.entries) {
      const counts = strictMerge || merged !== true;
      if (counts && seen?.has(key) === true)
        findings.push({
          rule: 'duplicate-field',
          severity: 'error',
          message: `"${key}" is already set above in this mapping`,
          file,
          span: keySpan,
          path: [...pathOf(next), key],
          suggestion: 'keep one of the two',
        });
      if (counts) seen?.add(key);
      if (value.kind !== 'scalar') below.push({ node: value, step: key, parent: next });
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
