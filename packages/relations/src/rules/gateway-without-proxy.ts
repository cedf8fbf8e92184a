import { at, get, inRange, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isAgentgateway, listenersOf } from '../objects/gateways.js';
import { ownGateways } from '../objects/listeners.js';
import { type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';

function checkAddresses(gateway: ObjectView, report: RuleContext['report']): void {
  const all = placed(gateway.node, [], 'spec', 'addresses');
  const addresses = all.filter(({ node }) => textOr(node, 'type', 'IPAddress') === 'IPAddress');
  const path = ['spec', 'addresses'];
  if (all.length > 0 && addresses.length === 0)
    report({
      at: all[0]!.node,
      path,
      message: 'the controller deploys no proxy for a Gateway whose addresses are not IP addresses',
      suggestion: 'write an IP address, or remove "addresses"',
    });
  if (addresses.length > 1)
    report({
      at: addresses[1]!.node,
      path: addresses[1]!.path,
      message: 'the controller deploys no proxy for a Gateway with several IP addresses',
      suggestion: 'keep one, or make a Gateway for each',
    });
}

/** A reference to parameters that the controller does not follow. */
function checkParameters(owner: ObjectView, path: readonly string[], report: RuleContext['report']): void {
  const ref = at(owner.node, ...path);
  if (ref === undefined) return;
  const kind = `${textOr(ref, 'group', '')}/${textOr(ref, 'kind', '')}`;
  if (kind !== 'agentgateway.dev/AgentgatewayParameters')
    report({
      at: get(ref, 'kind') ?? ref,
      path: [...path, 'kind'],
      message: `the controller takes parameters of agentgateway.dev/AgentgatewayParameters only, not of ${kind}, and deploys no proxy`,
      suggestion: 'write "group: agentgateway.dev" and "kind: AgentgatewayParameters"',
    });
  else if (owner.kind === 'GatewayClass' && text(get(ref, 'namespace')) === undefined)
    report({
      at: ref,
      path,
      message: 'a GatewayClass is in no namespace, so the parameters are not found without one, and no proxy is deployed',
      suggestion: 'add "namespace"',
    });
}

export const gatewayWithoutProxy: Rule = {
  id: 'gateway-without-proxy',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The controller stops before it deploys the proxy: nothing answers for the Gateway.',
  docs: {
    checks:
      'Gateways and GatewayClasses of agentgateway: at most one address, which is an IP address; parameters of the kind AgentgatewayParameters, and for a class with their namespace; ports of the annotation agentgateway.dev/internal-ports that listeners have.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: it stops with an error for such a Gateway. It was not run for this rule.',
    fix: 'Write one IP address or none, and refer to AgentgatewayParameters.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  addresses: [{value: 192.0.2.1}, {value: 192.0.2.2}]
  listeners: [{name: http, port: 80, protocol: HTTP}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  addresses: [{value: 192.0.2.1}]
  listeners: [{name: http, port: 80, protocol: HTTP}]
`,
  },
  check({ root, version, report }) {
    for (const gateway of ownGateways(root)) {
      checkAddresses(gateway, report);
      checkParameters(gateway, ['spec', 'infrastructure', 'parametersRef'], report);
      const place = ['metadata', 'annotations', 'agentgateway.dev/internal-ports'];
      const internal = at(gateway.node, ...place);
      const wanted = (text(internal) ?? '')
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '');
      const ports = listenersOf(gateway).map(({ port }) => String(port));
      const stray = wanted.find(port => !ports.includes(port));
      if (stray !== undefined && inRange(version, { since: '1.4.0' }))
        report({
          at: internal!,
          path: place,
          message: `no listener of the Gateway has the port "${stray}", so the controller does not accept the Gateway`,
          suggestion: `its ports: ${ports.join(', ')}`,
        });
    }
    for (const gatewayClass of ofKind(root, 'GatewayClass')) {
      const controller = textOr(get(gatewayClass.node, 'spec'), 'controllerName', '');
      const ours = controller.startsWith('agentgateway.dev/') || (controller === '' && isAgentgateway(gatewayClass));
      if (gatewayClass.own && ours) checkParameters(gatewayClass, ['spec', 'parametersRef'], report);
    }
  },
};
