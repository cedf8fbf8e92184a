/** AgentgatewayParameters, and the Gateways and GatewayClasses that name them. */
import { at, get } from '@mcpgw/structure';
import { type ObjectView, ofKind, refersTo, textOr } from './objects.js';
import { referenceOf } from './policies.js';

/** The AgentgatewayParameters of the checked file. */
export const parametersOf = (stream: Parameters<typeof ofKind>[0]): readonly ObjectView[] =>
  ofKind(stream, 'AgentgatewayParameters').filter(({ own, group }) => own && group === 'agentgateway.dev');

/** The given Gateways and GatewayClasses that name parameters. */
export function usersOf(stream: Parameters<typeof ofKind>[0], parameters: ObjectView): readonly ObjectView[] {
  return [...ofKind(stream, 'Gateway'), ...ofKind(stream, 'GatewayClass')].filter(object => {
    const ref =
      object.kind === 'Gateway' ? at(object.node, 'spec', 'infrastructure', 'parametersRef') : at(object.node, 'spec', 'parametersRef');
    return ref !== undefined && textOr(ref, 'name', '') !== '' && refersTo(referenceOf(ref, object), parameters);
  });
}

/** The spec of an object. */
export const specOf = ({ node }: ObjectView) => get(node, 'spec');
