import { type ExpressionView, expressions, type Placed } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, type Node, type Rule, yes } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** The tracing settings, in the place of each version. */
function tracings(root: Node): Placed[] {
  return [
    ['config', 'tracing'],
    ['frontendPolicies', 'tracing'],
  ].flatMap(path => {
    const node = at(root, ...path);
    return node === undefined || isNull(node) ? [] : [{ node, path }];
  });
}

const collector = 'host: "localhost:4317"';

export const traceSampling: Rule = {
  id: 'trace-sampling',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a share of requests nothing is traced but what a client already traces; a share is from 0 to 1, and 50 means all.',
  docs: {
    checks: 'Tracing has `randomSampling`, as true, or as a number above 0 and up to 1; `clientSampling` likewise.',
    seen: 'Live: v1.4.1 traces each of forty requests with 50, and not all of them with 0.1. v1.1.0 refuses an integer.',
    fix: 'Write `randomSampling: true` for all requests, or `0.1` for one in ten.',
    wrong: withSection(`frontendPolicies: {tracing: {${collector}, randomSampling: 50}}`),
    correct: withSection(`frontendPolicies: {tracing: {${collector}, randomSampling: 0.1}}`),
  },
  check({ root, version, report }) {
    for (const { node, path } of tracings(root))
      if (get(node, 'randomSampling') === undefined)
        report({
          at: node,
          path,
          severity: 'info',
          message: 'without "randomSampling" only requests that a client traces are traced',
          suggestion: 'add "randomSampling: true", or a share such as 0.1',
        });
    for (const view of expressions(root, version)) {
      const { node, path } = view;
      if (view.use !== 'share') continue;
      const message = problem(view, path.at(-1) === 'randomSampling');
      const isOff = view.tree.type === 'literal' && (view.tree.value === false || view.tree.value === 0);
      if (message !== undefined)
        report({ at: node, path, ...(isOff ? { chosen: true } : {}), message, suggestion: 'write true, or a share such as 0.1' });
    }
  },
};

function problem({ tree, text, judgement }: ExpressionView, isRandom: boolean): string | undefined {
  const none = isRandom ? 'no request is traced, except where a client traces it' : 'requests that a client traces are not traced';
  const value = tree.type === 'literal' && typeof tree.value === 'number' ? tree.value : undefined;
  if (value !== undefined && value > 1) return `a share is from 0 to 1: ${text} traces every request`;
  if (judgement.type === 'string') return `the share is a string: ${none}`;
  const never = judgement.type === 'bool' && (judgement.outcomes & yes) === 0;
  return value === 0 || never || tree.type === 'unary' ? none : undefined;
}
