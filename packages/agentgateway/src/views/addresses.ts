/** The places that name where connections go: host and port, and whether TLS is spoken there. */
import { at, get, memo, type Node, text } from '@mcpgw/structure';
import { providersIn } from './ai-providers.js';
import { targetedPolicies } from './ext-authz.js';
import { child, listed, mcpTargets, type Placed, policiesNamed, policySets, routes } from './views.js';

/** The address of a backend, of an MCP server or of a service that a policy calls. */
export interface AddressView extends Placed {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** Whether policies switch TLS on. */
const hasTls = (...policies: (Node | undefined)[]): boolean =>
  policies.some(set => ['backendTLS', 'tls'].some(key => get(set, key)?.kind === 'map' || get(set, key)?.kind === 'list'));

/** Every address with a host and a port, except those of TCP routes, which pass bytes on as they are. */
export const addresses = memo((root): readonly AddressView[] => {
  const attached = listed(get(root, 'policies'), ['policies']).some(({ node }) => hasTls(get(node, 'policy')));
  return attached ? [] : [...ofBackends(root), ...ofModels(root), ...ofPolicies(root), ...ofTargets(root)];
});

function ofBackends(root: Node): AddressView[] {
  const inline = routes(root).flatMap(route => route.backends.map(backend => ({ backend, outer: route.policies })));
  const named = listed(get(root, 'backends'), ['backends']).map(backend => ({ backend, outer: undefined }));
  return [...inline, ...named].flatMap(({ backend, outer }) => {
    const tls = hasTls(outer, get(backend.node, 'policies'));
    return [...address(child(backend, 'host'), tls), ...providersOf(backend, tls)];
  });
}

function providersOf(backend: Placed, tls: boolean): AddressView[] {
  const ai = child(backend, 'ai');
  if (ai === undefined) return [];
  return providersIn(ai).flatMap(provider => address(child(provider, 'hostOverride'), tls || hasTls(get(provider.node, 'policies'))));
}

function ofModels(root: Node): AddressView[] {
  const llm = get(root, 'llm');
  return ['models', 'providers'].flatMap(key =>
    listed(get(llm, key), ['llm', key]).flatMap(model => {
      const params = child(model, 'params');
      const tls = hasTls(model.node, get(model.node, 'defaults')) || text(get(params?.node, 'baseUrl'))?.startsWith('https:') === true;
      return params === undefined ? [] : address(child(params, 'hostOverride'), tls);
    }),
  );
}

function ofPolicies(root: Node): AddressView[] {
  const called = targetedPolicies(root).flatMap(policy => address(child(policy, 'host'), hasTls(get(policy.node, 'policies'))));
  const mirrors = policiesNamed(root, 'requestMirror').flatMap(policy => {
    const backend = child(policy, 'backend');
    return backend === undefined ? [] : address(child(backend, 'host'), false);
  });
  return [...called, ...mirrors];
}

function ofTargets(root: Node): AddressView[] {
  return mcpTargets(root).flatMap(target => {
    if (get(target.spec.node, 'port') !== undefined) return [];
    const outer = [get(target.node, 'policies'), get(target.mcp.holder.node, 'policies'), target.mcp.route?.policies];
    return address(child(target.spec, 'host'), hasTls(...outer));
  });
}

function address(host: Placed | undefined, tls: boolean): AddressView[] {
  const [, scheme, name, port] = /^(?:(https?):\/\/)?([^/?#@$]*?)(?::(\d+))?(?:[/?#].*)?$/i.exec(text(host?.node) ?? '') ?? [];
  if (host === undefined || name === undefined || name === '' || name === 'unix') return [];
  const secure = tls || scheme?.toLowerCase() === 'https';
  if (port === undefined && scheme === undefined) return [];
  return [{ ...host, host: name, port: Number(port ?? (scheme?.toLowerCase() === 'https' ? 443 : 80)), tls: secure }];
}

/** Every `host:` of a simple reference and every reference to a backend by name that has to be a host. */
export function simpleReferences(root: Node): Placed[] {
  const inner = policySets(root).flatMap(set => {
    const mirror = at(set.node, 'requestMirror', 'backend');
    const tunnel = at(set.node, 'backendTunnel', 'proxy');
    return [
      ...(mirror === undefined ? [] : [{ node: mirror, path: [...set.path, 'requestMirror', 'backend'] }]),
      ...(tunnel === undefined ? [] : [{ node: tunnel, path: [...set.path, 'backendTunnel', 'proxy'] }]),
    ];
  });
  return [...targetedPolicies(root), ...inner];
}

/** The keys of a backend that say what it is, without the reference to another one. */
export const backendKinds = ['service', 'host', 'internal', 'dynamic', 'mcp', 'ai', 'aws', 'routeGroup', 'invalid'] as const;

/** The kind of a backend by its key; a reference is followed. Undefined if the reference leads nowhere. */
export function kindOf(root: Node, backend: Node): string | undefined {
  const ref = text(get(backend, 'backend'));
  const named = () => listed(get(root, 'backends'), []).find(({ node }) => `/${text(get(node, 'name'))}` === ref)?.node;
  const real = ref === undefined ? backend : named();
  return real === undefined ? undefined : backendKinds.find(key => get(real, key) !== undefined);
}
