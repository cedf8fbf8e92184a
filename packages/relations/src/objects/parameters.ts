/** AgentgatewayParameters, and the Gateways and GatewayClasses that name them. */
import { at, get, type Node } from '@mcpgw/structure';
import { type ObjectView, ofKind, refersTo, textOr } from './objects.js';
import { referenceOf } from './policies.js';

/** The AgentgatewayParameters of the checked file. */
export const parametersOf = (stream: Node): readonly ObjectView[] =>
  ofKind(stream, 'AgentgatewayParameters').filter(({ own, group }) => own && group === 'agentgateway.dev');

const named = new WeakMap<Node, ReadonlyMap<string, readonly ObjectView[]>>();

/** The given Gateways and GatewayClasses that name parameters, by that name. */
function namersOf(stream: Node): ReadonlyMap<string, readonly ObjectView[]> {
  const known = named.get(stream);
  if (known !== undefined) return known;
  const found = new Map<string, ObjectView[]>();
  for (const object of [...ofKind(stream, 'Gateway'), ...ofKind(stream, 'GatewayClass')]) {
    const name = textOr(refOf(object), 'name', '');
    if (name !== '') {
      const list = found.get(name);
      if (list) list.push(object);
      else found.set(name, [object]);
    }
  }
  named.set(stream, found);
  return found;
}

const refOf = ({ kind, node }: ObjectView): Node | undefined =>
  kind === 'Gateway' ? at(node, 'spec', 'infrastructure', 'parametersRef') : at(node, 'spec', 'parametersRef');

/** The given Gateways and GatewayClasses that name parameters. */
export function usersOf(stream: Node, parameters: ObjectView): readonly ObjectView[] {
  return (namersOf(stream).get(parameters.name) ?? []).filter(object => refersTo(referenceOf(refOf(object)!, object), parameters));
}

/** The spec of an object. */
export const specOf = ({ node }: ObjectView) => get(node, 'spec');
