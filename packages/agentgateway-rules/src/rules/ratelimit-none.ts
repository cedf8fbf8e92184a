import { integerOf, listed, localLimitLists, nanosecondsAt, type Placed, remoteLimits } from '@mcpgw/agentgateway/internal';
import { celTree, get, type Node, type Rule, type RuleContext, text, toPlain } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const target = 'host: "localhost:8081", domain: gateway';

interface Bucket extends Placed {
  readonly type: string;
  readonly size: number;
  /** Tokens per second. */
  readonly rate: number;
}

function bucketOf({ node, path }: Placed): Bucket[] {
  const interval = nanosecondsAt(get(node, 'fillInterval'));
  const [size, fill] = ['maxTokens', 'tokensPerFill'].map(key => integerOf(get(node, key)));
  if (interval === undefined || interval === 0n || size === undefined || fill === undefined) return [];
  return [{ node, path, type: text(get(node, 'type')) ?? 'requests', size, rate: (fill * 1e9) / Number(interval) }];
}

/** A limit whose bucket is never empty before that of another one. */
function checkStricter(list: Placed, report: RuleContext['report']): void {
  const buckets = listed(list.node, list.path).flatMap(bucketOf);
  for (const [index, bucket] of buckets.entries()) {
    const stricter = buckets.find(
      (other, place) =>
        place !== index &&
        other.type === bucket.type &&
        other.size <= bucket.size &&
        other.rate <= bucket.rate &&
        (place < index || other.size < bucket.size || other.rate < bucket.rate),
    );
    if (stricter !== undefined)
      report({
        at: bucket.node,
        path: bucket.path,
        message: 'another limit of this list is as strict in size and rate: this one is never reached',
        suggestion: 'remove it, or make it smaller in one of the two',
        severity: 'info',
      });
  }
}

/** A cost that is 0 for every request. */
function checkCost(cost: Node | undefined, path: Placed['path'], report: RuleContext['report']): void {
  const tree = celTree(text(cost) ?? '');
  if (cost === undefined || tree?.type !== 'literal' || tree.value !== 0) return;
  report({ at: cost, path, message: 'a cost of 0 counts nothing: nothing is limited by it', suggestion: 'write a cost of at least 1' });
}

export const ratelimitNone: Rule = {
  id: 'ratelimit-none',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty list, a cost of 0, and a limit that a stricter one precedes limit nothing.',
  docs: {
    checks:
      'Local rate limits have an entry that a stricter one of the same type does not make redundant, remote ones a descriptor, and each descriptor an entry and a cost above 0, and none stands twice.',
    seen: 'Live: v1.1.0 and v1.4.1 let every request pass with `descriptors: []` and with `entries: []`, even while the service is down; v0.12.0 refuses them.',
    fix: 'Write what is counted, or remove the policy.',
    wrong: onRoute('localRateLimit: []'),
    correct: onRoute(`remoteRateLimit: {${target}, descriptors: [{entries: [{key: user, value: 'request.headers["x-user"]'}]}]}`),
  },
  check({ root, report }) {
    for (const { node, path } of localLimitLists(root)) {
      checkStricter({ node, path }, report);
      if (node.kind === 'list' && node.items.length === 0)
        report({
          at: node,
          path,
          message: 'the list of limits is empty: nothing is limited',
          suggestion: 'write a limit, or remove the policy',
        });
    }
    for (const { node, path } of remoteLimits(root)) {
      const seen = new Set<string>();
      for (const descriptor of listed(get(node, 'descriptors'), [...path, 'descriptors'])) {
        const key = JSON.stringify(toPlain(descriptor.node));
        if (seen.has(key))
          report({
            at: descriptor.node,
            path: descriptor.path,
            message: 'the same descriptor stands before: each request counts twice',
            suggestion: 'remove one of the two',
          });
        seen.add(key);
      }
      const lists = [
        { node, path, key: 'descriptors' },
        ...listed(get(node, 'descriptors'), [...path, 'descriptors']).map(item => ({ ...item, key: 'entries' })),
      ];
      for (const { node: holder, path: place, key } of lists) {
        const list = get(holder, key);
        checkCost(get(holder, 'cost'), [...place, 'cost'], report);
        if (list?.kind === 'list' && list.items.length === 0)
          report({
            at: list,
            path: [...place, key],
            message: `"${key}" is empty: nothing is limited by it`,
            suggestion: 'write what is counted',
          });
      }
    }
  },
};
