import type { Path } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';
import { quoted } from '../formats/leaf.js';
import { child, list, num, str, textOf } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';

export const deviceRequest: ObjectRule = {
  id: 'device-request',
  on: ['DeviceClaim'],
  why: 'a request names one device class or alternatives, and constraints and settings name requests of the claim',
  check(node, context) {
    const names = new Set<string>();
    for (const [index, request] of list(node, 'requests').entries()) checkRequest(request, ['requests', index], names, context);
    for (const kind of ['constraints', 'config'])
      for (const [index, item] of list(node, kind).entries())
        for (const [at, name] of list(item, 'requests').entries())
          if (!names.has(textOf(name))) context.report([kind, index, 'requests', at], `the claim has no request ${quoted(textOf(name))}`);
    for (const [index, item] of list(node, 'constraints').entries())
      if (child(item, 'matchAttribute') === undefined)
        context.report(['constraints', index, 'matchAttribute'], '"matchAttribute" is missing');
  },
};

function checkRequest(request: Node, path: Path, names: Set<string>, context: RuleContext): void {
  const name = str(request, 'name');
  const exactly = child(request, 'exactly');
  const alternatives = list(request, 'firstAvailable');
  names.add(name);
  for (const item of alternatives) names.add(`${name}/${str(item, 'name')}`);
  if ((exactly !== undefined) === alternatives.length > 0) context.report(path, 'a request needs one of exactly and firstAvailable');
  if (exactly !== undefined) checkCount(exactly, [...path, 'exactly'], context);
  for (const [index, item] of alternatives.entries()) checkCount(item, [...path, 'firstAvailable', index], context);
}

function checkCount(device: Node, path: Path, context: RuleContext): void {
  if (str(device, 'allocationMode') === 'All' && (num(device, 'count') ?? 0) !== 0)
    context.report([...path, 'count'], 'count does not go with allocationMode All', 'remove one of the two');
}
