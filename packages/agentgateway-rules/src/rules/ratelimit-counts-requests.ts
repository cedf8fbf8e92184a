import { integerOf, type LimitView, listed, localLimits, remoteLimits, routes, servesKind } from '@mcpgw/agentgateway/internal';
import { type CelNode, celTree, get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

/** From this number on, a limit of an AI route is a budget of tokens as a rule. */
const tokenBudget = 100_000;

/** Whether all requests of a set of policies go to models. A listener with other routes may limit those. */
function isForModels(root: Node, set: LimitView['set']): boolean {
  if (servesKind(root, set, 'ai') !== true) return false;
  const below = set.level === 'listener' ? routes(root).filter(route => route.listener?.node === set.listener?.node) : [];
  return below.every(route => servesKind(root, { ...set, level: 'route', route }, 'ai') === true);
}

const isOfTokens = (node: Node): boolean => text(get(node, 'type')) === 'tokens';

/** The fill and the bucket of a local limit. */
const sizesOf = (node: Node): number[] => ['tokensPerFill', 'maxTokens'].flatMap(key => integerOf(get(node, key)) ?? []);

/** The number of `requestsPerUnit` in an override that is written as a map. */
function overrideOf(node: Node): number[] {
  const tree = celTree(text(get(node, 'limitOverride')) ?? '');
  const isSize = (key: CelNode): boolean => key.type === 'literal' && key.value === 'requestsPerUnit';
  return tree?.type !== 'map'
    ? []
    : tree.entries.flatMap(([key, value]) => (isSize(key) && value.type === 'literal' ? Number(value.value) : []));
}

interface Sized extends LimitView {
  readonly size: number;
  /** The limits of the same set of policies. */
  readonly siblings: () => readonly Node[];
}

function limits(root: Node): Sized[] {
  const local = localLimits(root);
  const descriptors = remoteLimits(root).flatMap(({ node, path, set }) =>
    listed(get(node, 'descriptors'), [...path, 'descriptors']).map(placed => ({ ...placed, set })),
  );
  const sized = (views: readonly LimitView[], sizes: (node: Node) => number[]): Sized[] =>
    views.map(view => ({
      ...view,
      size: Math.max(0, ...sizes(view.node)),
      siblings: () => views.filter(({ set }) => set.node === view.set.node).map(({ node }) => node),
    }));
  return [...sized(local, sizesOf), ...sized(descriptors, overrideOf)];
}

export const ratelimitCountsRequests: Rule = {
  id: 'ratelimit-counts-requests',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without `type: tokens` a limit counts requests, each as one: a budget of tokens of a model, written so, limits nobody.',
  docs: {
    checks:
      'Rate limits of AI routes, AI backends and `llm`, of which none counts tokens: the bucket, the fill and the limit of an override are below 100000. An info where `type: requests` is written.',
    seen: 'Live: v1.1.0 and v1.4.1 with 100000 and no type answered 200 to a chat completion after two of 90000 tokens each, and 429 with `type: tokens`.',
    fix: 'Write `type: tokens`, or the number of requests that is meant.',
    wrong: onAiRoute('localRateLimit: [{maxTokens: 1000000, tokensPerFill: 1000000, fillInterval: 1h}]'),
    correct: onAiRoute('localRateLimit: [{maxTokens: 1000000, tokensPerFill: 1000000, fillInterval: 1h, type: tokens}]'),
  },
  check({ root, report }) {
    for (const { node, path, set, size, siblings } of limits(root)) {
      if (size < tokenBudget || siblings().some(isOfTokens) || !isForModels(root, set)) continue;
      const isWritten = isGiven(node, 'type');
      report({
        at: isWritten ? get(node, 'type')! : node,
        path: isWritten ? [...path, 'type'] : path,
        message: `this limit counts requests, and ${size} is the size of a budget of tokens`,
        suggestion: 'write "type: tokens", or the number of requests that is meant',
        ...(isWritten ? { severity: 'info' } : {}),
      });
    }
  },
};
