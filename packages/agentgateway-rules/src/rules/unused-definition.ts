import { attachedListeners, backendReferences, listed, type Placed, routes, serviceReferences } from '@mcpgw/agentgateway/internal';
import { entries, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';

const example = (name: string): string => `backends:
- name: a
  host: "one:8080"
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - ${name}
`;

export const unusedDefinition: Rule = {
  id: 'unused-definition',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Nothing refers to the definition, so it has no effect: often a reference is misspelled, or was forgotten.',
  docs: {
    checks:
      'Looks for backends, route groups, services and LLM providers that nothing refers to, and for gateways that no route and no section is attached to.',
    seen: 'Live: v1.1.0 and v1.4.1 take the file.',
    fix: 'Refer to it, or remove it.',
    wrong: example('host: "two:8080"'),
    correct: example('backend: /a'),
  },
  check({ root, report }) {
    const groups = new Set(routes(root).flatMap(route => route.backends.map(({ node }) => text(get(node, 'routeGroup')))));
    const backends = new Set([
      ...backendReferences(root).map(({ ref }) => ref.replace(/^\//, '')),
      ...listed(get(root, 'policies'), []).map(({ node }) => text(get(get(get(get(node, 'target'), 'backend'), 'backend'), 'name'))),
    ]);
    const services = new Set(serviceReferences(root).map(({ name }) => name));
    const providers = new Set(listed(get(get(root, 'llm'), 'models'), []).map(({ node }) => text(get(get(node, 'provider'), 'reference'))));
    const all: (readonly [string, readonly Placed[], (node: Placed['node']) => boolean])[] = [
      ['backend', listed(get(root, 'backends'), ['backends']), node => backends.has(text(get(node, 'name')))],
      ['route group', listed(get(root, 'routeGroups'), ['routeGroups']), node => groups.has(text(get(node, 'name')))],
      [
        'service',
        listed(get(root, 'services'), ['services']),
        node => services.has(`${text(get(node, 'namespace'))}/${text(get(node, 'hostname'))}`),
      ],
      ['provider', listed(get(get(root, 'llm'), 'providers'), ['llm', 'providers']), node => providers.has(text(get(node, 'name')))],
    ];
    for (const [what, list, isUsed] of all)
      for (const { node, path } of list)
        if (!isUsed(node))
          report({
            at: get(node, 'name') ?? node,
            path,
            message: `nothing refers to the ${what} "${text(get(node, 'name')) ?? ''}"`,
            suggestion: `refer to it, or remove it`,
          });
    checkGateways(root, report);
  },
};

/** Gateways that open a port and serve nothing. A section with its own port is not attached to the gateway `default`. */
function checkGateways(root: Node, report: RuleContext['report']): void {
  const sections = ['llm', 'mcp', 'ui'].flatMap(key => {
    const section = get(root, key);
    return section === undefined || get(section, 'port') !== undefined ? [] : [section];
  });
  const attached = [...['routes', 'tcpRoutes'].flatMap(key => listed(get(root, key), []).map(({ node }) => node)), ...sections];
  const used = new Set(attached.flatMap(each => attachedListeners(root, each)).map(({ path }) => path[1]));
  for (const { key, keySpan, value } of entries(get(root, 'gateways')))
    if (!used.has(key) && get(value, 'routes') === undefined && get(value, 'listeners') === undefined)
      report({
        at: keySpan,
        path: ['gateways', key],
        message: `nothing is attached to the gateway "${key}": its port answers every request with 404, and its policies protect nothing`,
        suggestion: 'name it in "gateways" of a route or a section (a section with its own port is served there alone), or remove it',
      });
}
