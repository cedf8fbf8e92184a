import type { Path } from '@mcpgw/diagnostics';
import { given, itemsAt, type Node, numberAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const deviceRequest: ObjectRule = {
  id: 'device-request',
  severity: 'error',
  on: ['DeviceClaim'],
  why: 'A request names one device class or alternatives, and constraints and settings name requests of the claim.',
  check(node, context) {
    const names = new Set<string>();
    for (const [index, request] of itemsAt(node, 'requests').entries()) checkRequest(request, ['requests', index], names, context);
    for (const kind of ['constraints', 'config'])
      for (const [index, item] of itemsAt(node, kind).entries())
        for (const [at, name] of itemsAt(item, 'requests').entries())
          if (!names.has(textOrEmpty(name)))
            context.report([kind, index, 'requests', at], `the claim has no request ${quoted(textOrEmpty(name))}`);
    for (const [index, item] of itemsAt(node, 'constraints').entries())
      if (given(item, 'matchAttribute') === undefined)
        context.report(['constraints', index, 'matchAttribute'], '"matchAttribute" is missing');
  },
};

function checkRequest(request: Node, path: Path, names: Set<string>, context: ObjectContext): void {
  const name = textAt(request, 'name');
  const exactly = given(request, 'exactly');
  const alternatives = itemsAt(request, 'firstAvailable');
  names.add(name);
  for (const item of alternatives) names.add(`${name}/${textAt(item, 'name')}`);
  if ((exactly !== undefined) === alternatives.length > 0) context.report(path, 'a request needs one of exactly and firstAvailable');
  if (exactly !== undefined) checkCount(exactly, [...path, 'exactly'], context);
  for (const [index, item] of alternatives.entries()) checkCount(item, [...path, 'firstAvailable', index], context);
}

function checkCount(device: Node, path: Path, context: ObjectContext): void {
  if (textAt(device, 'allocationMode') === 'All' && (numberAt(device, 'count') ?? 0) !== 0)
    context.report([...path, 'count'], 'count does not go with allocationMode All', 'remove one of the two');
}
