import { type CelConstant, type CelJudgement, celTree, celUses, judgeCel } from '@mcpgw/structure';
import { celWorld, functionNames, hasFunction, hasVariable, namespaces } from './cel-world.js';

/** What is known about a condition of the proxy without a request. */
export interface JudgedExpression extends CelJudgement {
  readonly constants: readonly CelConstant[];
  /** Variables and functions that the version does not have. */
  readonly unknown: readonly string[];
}

/** Judges a condition that runs for a request, as a version of the proxy reads it. Undefined for text that is no CEL. */
export function judgeExpression(text: string, version: string): JudgedExpression | undefined {
  const tree = celTree(text);
  if (tree === undefined) return undefined;
  const { reads, calls } = celUses(tree, namespaces);
  const variables = reads.map(({ path }) => path[0]!).filter(name => !hasVariable(name, version));
  const functions = calls.map(({ name }) => name).filter(name => functionNames.includes(name) && !hasFunction(name, version));
  return { ...judgeCel(tree, celWorld(version, new Set())), unknown: [...new Set([...variables, ...functions])] };
}
