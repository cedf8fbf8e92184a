import { at, entries, get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isAgentgateway, listenersOf } from '../objects/gateways.js';
import { agentgatewayListeners, ownGateways, tlsOf, tlsOptions } from '../objects/listeners.js';
import { integerOf, type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { isEmptySelector } from '../objects/selectors.js';

const routes = 'gateway.networking.k8s.io';
const kindsOf: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  HTTP: [`${routes}/HTTPRoute`, `${routes}/GRPCRoute`, 'agentgateway.dev/AgentgatewayModel'],
  HTTPS: [`${routes}/HTTPRoute`, `${routes}/GRPCRoute`, 'agentgateway.dev/AgentgatewayModel'],
  TLS: [`${routes}/TLSRoute`, `${routes}/TCPRoute`],
  TCP: [`${routes}/TCPRoute`],
});

/** A choice of namespaces: a selector counts only if it is chosen, and one without a condition takes all. */
function checkNamespaces({ node, path }: PlacedNode, report: RuleContext['report']): void {
  const from = textOr(node, 'from', 'Same');
  const selector = get(node, 'selector');
  if (selector !== undefined && from !== 'Selector')
    report({
      at: selector,
      path: [...path, 'selector'],
      message: `the selector is not read, because "from" is ${from}`,
      suggestion: 'write "from: Selector", or remove the selector',
    });
  if (from === 'Selector' && (selector === undefined || isEmptySelector(selector)))
    report({
      at: get(node, 'from')!,
      path: [...path, 'from'],
      message: 'without a condition in "selector", every namespace is taken',
      suggestion: 'add "matchLabels", or write "from: All"',
    });
}

function checkClients(gateway: ObjectView, report: RuleContext['report']): void {
  const frontend = at(gateway.node, 'spec', 'tls', 'frontend');
  const secure = listenersOf(gateway).filter(({ protocol }) => protocol === 'HTTPS' || protocol === 'TLS');
  const path = ['spec', 'tls', 'frontend'];
  for (const entry of placed(frontend, path, 'perPort')) {
    const port = integerOf(get(entry.node, 'port'));
    if (!secure.some(listener => listener.port === port))
      report({
        at: get(entry.node, 'port') ?? entry.node,
        path: [...entry.path, 'port'],
        message: `no listener with TLS has the port ${port}`,
        suggestion: `the ports with TLS: ${secure.map(listener => listener.port).join(', ') || 'none'}`,
      });
  }
}

/** The certificate of the Gateway for calls to backends. */
function checkBackends(gateway: ObjectView, report: RuleContext['report']): void {
  const ref = at(gateway.node, 'spec', 'tls', 'backend', 'clientCertificateRef');
  const wrong = ['namespace', 'kind', 'group'].find(
    key => text(get(ref, key)) !== undefined && !['', key === 'kind' ? 'Secret' : ''].includes(text(get(ref, key))!),
  );
  if (wrong !== undefined)
    report({
      at: get(ref, wrong)!,
      path: ['spec', 'tls', 'backend', 'clientCertificateRef', wrong],
      message: 'the controller takes a Secret of its own namespace here and sends an invalid certificate instead: TLS to backends fails',
      suggestion: `remove "${wrong}"`,
      severity: 'error',
    });
}

export const gatewayListenerInert: Rule = {
  id: 'gateway-listener-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The setting of the listener is stored and does nothing, or takes more than it suggests.',
  docs: {
    checks:
      'Gateways and ListenerSets: a selector of namespaces is chosen by "from" and has a condition. For a Gateway of agentgateway: allowed kinds that the protocol takes, options of TLS that the controller reads, no certificates where TLS is passed through, and settings for clients on ports with TLS.',
    seen: 'The controller of v1.4.1 takes a selector beside `from: All` without a remark, and attaches a route that the selector does not admit.',
    basedOn: 'The source of the controller of v1.4.1: it reads no other options.',
    fix: 'Remove the setting, or the one that overrides it.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - name: http
      port: 80
      protocol: HTTP
      allowedRoutes: {namespaces: {from: All, selector: {matchLabels: {team: web}}}}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - name: http
      port: 80
      protocol: HTTP
      allowedRoutes: {namespaces: {from: Selector, selector: {matchLabels: {team: web}}}}
`,
  },
  check({ root, report }) {
    for (const gateway of [...ofKind(root, 'Gateway'), ...ofKind(root, 'ListenerSet')]) {
      if (!gateway.own || gateway.group !== routes) continue;
      const choices = listenersOf(gateway).map(({ node, path }) => ({
        node: at(node, 'allowedRoutes', 'namespaces'),
        path: [...path, 'allowedRoutes', 'namespaces'],
      }));
      choices.push({ node: at(gateway.node, 'spec', 'allowedListeners', 'namespaces'), path: ['spec', 'allowedListeners', 'namespaces'] });
      for (const { node, path } of choices) if (node !== undefined) checkNamespaces({ node, path }, report);
      if (isAgentgateway(gateway)) checkClients(gateway, report);
    }
    for (const { node, path, protocol } of agentgatewayListeners(root)) {
      const kinds = kindsOf[protocol];
      for (const kind of placed(node, path, 'allowedRoutes', 'kinds')) {
        const name = `${textOr(kind.node, 'group', routes)}/${textOr(kind.node, 'kind', '')}`;
        if (kinds !== undefined && !kinds.includes(name))
          report({
            at: get(kind.node, 'kind') ?? kind.node,
            path: [...kind.path, 'kind'],
            message: `a listener with protocol ${protocol} takes no ${name}`,
            suggestion: `it takes ${kinds.join(', ')}`,
          });
      }
      const tls = tlsOf(node, path);
      if (tls === undefined) continue;
      if (tls.mode === 'Passthrough' && items(get(tls.node, 'certificateRefs')).length > 0)
        report({
          at: get(tls.node, 'certificateRefs')!,
          path: [...tls.path, 'certificateRefs'],
          message: 'TLS is passed through to the backend, so the certificate is not used',
          suggestion: 'remove it, or write "mode: Terminate"',
        });
      for (const { key, keySpan } of entries(get(tls.node, 'options')))
        if (!tlsOptions.has(key))
          report({
            at: keySpan,
            path: [...tls.path, 'options', key],
            message: `agentgateway does not read the option "${key}"`,
            suggestion: `it reads ${[...tlsOptions].join(' and ')}; versions of TLS are set in an AgentgatewayPolicy`,
          });
    }
    for (const gateway of ownGateways(root)) checkBackends(gateway, report);
  },
};
