import { callerChecks, child, entrySpan, gatewayNames, listed, type Placed, routes } from '@mcpgw/agentgateway/internal';
import { get, isGiven, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const guards = [...callerChecks, 'authorization'];

export const backendOpensProxy: Rule = {
  id: 'backend-opens-proxy',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Anyone who reaches the route reaches everything behind it: any host that the proxy can reach, or its administration.',
  docs: {
    checks:
      'Looks for a `ui` and for routes to the administration of the proxy (`internal`) or to the host that the client names (`dynamic`) without a policy that checks who asks.',
    seen: 'Version 1.4.1 sends its whole configuration to anybody for `internal: forward` and `/config_dump`, shows the page of `ui: {gateways: default}`, and connects to any host in the request for `dynamic`.',
    fix: 'Check who asks with `jwtAuth`, `apiKey`, `extAuthz` or `authorization`, or name one host.',
    wrong: withRoute('backends:\n- dynamic: {}'),
    correct: withRoute('policies:\n  authorization:\n    rules:\n    - request.host.endsWith(".example.com")\nbackends:\n- dynamic: {}'),
  },
  check({ root, report }) {
    const isGuarded = (...sets: ReturnType<typeof get>[]): boolean => sets.some(set => guards.some(key => isGiven(set, key)));
    const attached =
      listed(get(root, 'policies'), []).some(({ node }) => isGuarded(get(node, 'policy'))) ||
      get(get(root, 'frontendPolicies'), 'networkAuthorization') !== undefined;
    const internal = new Set(
      listed(get(root, 'backends'), []).flatMap(({ node }) => (get(node, 'internal') === undefined ? [] : `/${text(get(node, 'name'))}`)),
    );
    const ui = get(root, 'ui');
    const gateways = ui === undefined ? [] : gatewayNames(ui);
    const isOpen = (name: string): boolean => {
      const gateway = get(get(root, 'gateways'), name.split('/')[0]!);
      return gateway !== undefined && !isGuarded(gateway, ...items(get(gateway, 'listeners')));
    };
    if (isGiven(root, 'ui') && !attached && !isGuarded(get(ui, 'policies')) && gateways.some(isOpen))
      report({
        at: entrySpan(root, 'ui')!,
        path: ['ui'],
        message: 'anybody who reaches the gateway can change the configuration of the proxy',
        suggestion: 'add a policy that checks who asks to "ui.policies"',
      });
    for (const route of routes(root)) {
      if (attached || isGuarded(route.policies, route.listener?.policies, ...route.backends.map(({ node }) => get(node, 'policies'))))
        continue;
      for (const backend of route.backends) {
        const dynamic = entrySpan(backend.node, 'dynamic');
        if (dynamic !== undefined)
          report({
            at: dynamic,
            path: [...backend.path, 'dynamic'],
            message: 'anybody can use this route to reach any host that the proxy reaches',
            suggestion: 'add a policy that checks who asks',
          });
        const admin: Placed | undefined =
          child(backend, 'internal') ?? (internal.has(text(get(backend.node, 'backend')) ?? '') ? child(backend, 'backend') : undefined);
        if (admin !== undefined)
          report({
            at: admin.node,
            path: admin.path,
            message: 'anybody can use this route to reach the administration of the proxy',
            suggestion: 'add a policy that checks who asks',
          });
      }
    }
  },
};
