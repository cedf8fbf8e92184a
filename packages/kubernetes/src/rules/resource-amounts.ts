import type { Path } from '@mcpgw/diagnostics';
import { type Entry, entriesAt, type Node } from '@mcpgw/structure';
import { parseQuantity, wholeUnit } from '../formats/quantity.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const resourceAmounts: ObjectRule = {
  id: 'resource-amounts',
  severity: 'error',
  on: ['ResourceRequirements'],
  why: 'A request may not exceed its limit, and no amount is below zero.',
  check(node, context) {
    const requests = entriesAt(node, 'requests');
    const limits = entriesAt(node, 'limits');
    for (const entry of limits) checkAmount(entry, ['limits', entry.key], context);
    for (const entry of requests) {
      checkAmount(entry, ['requests', entry.key], context);
      checkPair(
        entry,
        limits.findLast(limit => limit.key === entry.key),
        context,
      );
    }
    const has = (test: (name: string) => boolean) => requests.some(({ key }) => test(key)) || limits.some(({ key }) => test(key));
    if (has(name => name.startsWith('hugepages-')) && !has(name => name === 'cpu' || name === 'memory'))
      context.report([], 'huge pages need a request or limit for cpu or memory beside them');
  },
};

function amountOf(node: Node): bigint | undefined {
  if (node.kind !== 'scalar' || typeof node.value === 'boolean') return undefined;
  return node.value === null ? 0n : parseQuantity(String(node.value));
}

const isWhole = (name: string): boolean => (name.includes('/') && !name.startsWith('kubernetes.io/')) || name.startsWith('hugepages-');

function checkAmount(entry: Entry, path: Path, context: ObjectContext): void {
  const amount = amountOf(entry.value);
  if (amount === undefined) return;
  if (amount < 0n) context.report(path, 'an amount may not be below 0');
  else if (isWhole(entry.key) && amount % wholeUnit !== 0n) context.report(path, `${entry.key} is counted in whole units`);
}

function checkPair(request: Entry, limit: Entry | undefined, context: ObjectContext): void {
  const wanted = amountOf(request.value);
  const most = limit === undefined ? undefined : amountOf(limit.value);
  if (wanted === undefined) return;
  const path = ['requests', request.key];
  if (isWhole(request.key)) {
    if (limit === undefined) context.report(path, `${request.key} needs a limit that equals its request`);
    else if (most !== undefined && most !== wanted) context.report(path, `the request for ${request.key} must equal its limit`);
  } else if (most !== undefined && wanted > most)
    context.report(path, `the request for ${request.key} exceeds its limit`, 'lower the request or raise the limit');
}
