import { expressions } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, type Rule } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** The values that a number of the proxy can have. */
const ranges: Readonly<Record<string, readonly [least: number, most: number, what: string]>> = Object.assign(Object.create(null), {
  'response.code': [100, 599, 'a status'],
  'source.port': [0, 65_535, 'a port'],
  'destination.port': [0, 65_535, 'a port'],
});
const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Whether a comparison of a value within a range with a number has one result only. */
function isDecided(op: string, value: number, [least, most]: readonly [number, number, string]): boolean {
  if (op === '==' || op === '!=') return value < least || value > most;
  if (op === '<' || op === '>=') return value <= least || value > most;
  return (op === '>' || op === '<=') && (value < least || value >= most);
}

/** The name and the number of a comparison that is always true, or never. */
function decided(node: CelNode): readonly [name: string, value: number, what: string] | undefined {
  if (node.type === 'binary')
    for (const [side, other, op] of [
      [node.left, node.right, node.op],
      [node.right, node.left, turned[node.op] ?? node.op],
    ] as const) {
      const name = celPath(side)?.join('.') ?? '';
      const range = ranges[name];
      if (range !== undefined && other.type === 'literal' && typeof other.value === 'number' && isDecided(op, other.value, range))
        return [name, other.value, range[2]];
    }
  for (const part of celParts(node)) {
    const found = decided(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const celOutOfRange: Rule = {
  id: 'cel-out-of-range',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The number is compared with one that it never reaches: the condition always has the same result.',
  docs: {
    checks: 'Comparisons of `response.code` with numbers outside 100 to 599, and of ports with numbers above 65535.',
    seen: 'v1.4.1: for an answer with 503 the condition was false, and `response.code >= 500` was true.',
    fix: 'Compare with a status such as 500, or write `response.code >= 500`.',
    wrong: withSection("frontendPolicies:\n  accessLog:\n    filter: 'response.code > 599'"),
    correct: withSection("frontendPolicies:\n  accessLog:\n    filter: 'response.code >= 500'"),
  },
  check({ root, version, report }) {
    for (const { node, path, tree } of expressions(root, version)) {
      const found = decided(tree);
      if (found !== undefined)
        report({
          at: node,
          path,
          message: `${found[0]} is ${found[2]}: the comparison with ${found[1]} always has the same result`,
          suggestion: 'compare with a number that it can have',
        });
    }
  },
};
