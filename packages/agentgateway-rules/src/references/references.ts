/**
 * The checks across fields that the proxy makes after it has read the whole static configuration: ports, gateways and references
 * to them, models and providers. Tested against the recorded verdicts of v0.12.0, v1.1.0 and v1.4.1.
 */
import { type Finding, nearest, type Path } from '@mcpgw/diagnostics';
import { entries, get, given, headSpan, inRange, isGiven, items, type Node, text } from '@mcpgw/structure';
import { checkConfig } from './config-references.js';
import { checkLlm } from './llm-references.js';
import { checkPolicies } from './policy-references.js';
import type { ReferenceContext } from './reference-context.js';

/** Checks references and conflicts. The structure of the configuration must be valid. */
export function checkReferences(root: Node, version: string, file: string): Finding[] {
  const findings: Finding[] = [];
  const report: ReferenceContext['report'] = (at, path, message, suggestion) => {
    const span = 'kind' in at ? headSpan(at) : at;
    findings.push({
      rule: 'bad-reference',
      severity: 'error',
      message,
      file,
      span,
      path,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  };
  const context = { root, version, report };
  checkConfig(context);
  checkPolicies(context);
  if (inRange(version, { since: '1.3.0' })) checkPorts(context);
  if (inRange(version, { since: '1.4.0' })) {
    checkBinds(context);
    checkGateways(context);
    checkGatewayReferences(context);
  }
  checkLlm(context);
  return findings;
}

function numberOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

function checkBinds({ root, report }: ReferenceContext): void {
  let wildcards = 0;
  items(get(root, 'binds')).forEach((bind, index) => {
    const internal = text(get(bind, 'mode')) === 'internal';
    const port = given(bind, 'port');
    if (internal && (numberOf(port) ?? 0) === 0 && ++wildcards > 1)
      report(bind, ['binds', index], 'only one internal bind may be without a port', 'give the others a port');
    if (port === undefined && !internal) report(bind, ['binds', index], 'the bind has no port', 'add "port", or set "mode: internal"');
  });
}

/** The gateways by name. The last of several gateways with one name counts. */
function gatewaysOf(root: Node): readonly { readonly key: string; readonly value: Node }[] {
  return [...new Map(entries(get(root, 'gateways')).map(({ key, value }) => [key, value]))].map(([key, value]) => ({ key, value }));
}

type Protocol = 'HTTP' | 'TCP';

function protocolKind(node: Node): Protocol {
  const protocol = text(get(node, 'protocol'));
  return protocol === 'TCP' || protocol === 'TLS' ? 'TCP' : 'HTTP';
}

function usesTls(node: Node): boolean {
  const protocol = text(get(node, 'protocol')) ?? (!isGiven(node, 'tls') ? 'HTTP' : 'HTTPS');
  return protocol === 'HTTPS' || protocol === 'TLS';
}

const ownFields = [
  'protocol',
  'tls',
  'oidc',
  'jwtAuth',
  'authorization',
  'extAuthz',
  'extProc',
  'cors',
  'transformations',
  'basicAuth',
  'apiKey',
];

function checkGateways({ root, report }: ReferenceContext): void {
  for (const { key, value: gateway } of gatewaysOf(root)) {
    const path = ['gateways', key];
    if (!isGiven(gateway, 'port')) report(gateway, path, `the gateway "${key}" has no port`, 'add "port"');
    const listeners = items(get(gateway, 'listeners'));
    const own = ownFields.find(field => isGiven(gateway, field));
    if (listeners.length > 0 && own !== undefined)
      report(get(gateway, own)!, [...path, own], `"${own}" cannot be combined with "listeners"`, `move "${own}" into each listener`);
    const parts = listeners.length > 0 ? listeners : [gateway];
    for (const part of parts) checkTls(part, path, report);
    if (new Set(listeners.map(protocolKind)).size > 1)
      report(gateway, path, `the listeners of "${key}" mix HTTP and TCP`, 'use a gateway for each');
    else if (new Set(listeners.map(usesTls)).size > 1)
      report(gateway, path, `the listeners of "${key}" mix TLS and plain text`, 'use a gateway for each');
  }
}

function checkTls(part: Node, path: Path, report: ReferenceContext['report']): void {
  const protocol = get(part, 'protocol');
  const tls = given(part, 'tls');
  const name = text(protocol);
  if ((name === 'HTTP' || name === 'TCP') && tls !== undefined)
    report(tls, path, `protocol ${name} takes no "tls"`, name === 'HTTP' ? 'use HTTPS' : 'use TLS');
  if (name === 'HTTPS' && tls === undefined) report(protocol!, path, 'protocol HTTPS needs "tls"', 'add "tls" with "cert" and "key"');
}

/** Whether the gateway named `default` serves a protocol. Then anything that names no gateway is attached to it. */
function hasDefault(root: Node, kind: Protocol): boolean {
  const gateway = get(get(root, 'gateways'), 'default');
  if (gateway === undefined) return false;
  const listeners = items(get(gateway, 'listeners'));
  return (listeners.length > 0 ? listeners : [gateway]).some(part => protocolKind(part) === kind);
}

function references(node: Node | undefined): readonly Node[] {
  const value = given(node, 'gateways');
  if (value === undefined) return [];
  return value.kind === 'list' ? value.items : [value];
}

/** The only version in which `llm` and `mcp` could share a port. */
const oneShortFormPort = { since: '1.4.0', until: '1.4.1' };

function checkPorts({ root, report, version }: ReferenceContext): void {
  const users = new Map<number, string>();
  const mayShare = inRange(version, oneShortFormPort) && !isGiven(get(root, 'llm'), 'tls');
  const use = (port: number | undefined, at: Node | undefined, label: string, path: Path): void => {
    if (port === undefined || at === undefined) return;
    const other = users.get(port);
    if (other === undefined) users.set(port, label);
    else if (!(mayShare && other === 'llm' && label === 'mcp'))
      report(at, path, `port ${port} is used by ${other} and by ${label}`, 'give each its own port, or put the listeners under one');
  };
  items(get(root, 'binds')).forEach((bind, index) => {
    const port = numberOf(get(bind, 'port'));
    if (text(get(bind, 'mode')) !== 'internal' || (port ?? 0) !== 0)
      use(port, get(bind, 'port'), `binds[${index}]`, ['binds', index, 'port']);
  });
  for (const { key, value } of gatewaysOf(root))
    use(numberOf(get(value, 'port')), get(value, 'port'), `gateways.${key}`, ['gateways', key, 'port']);
  for (const [key, standard] of [
    ['llm', 4000],
    ['mcp', 3000],
  ] as const) {
    const section = given(root, key);
    const port = given(section, 'port');
    const attached = references(section).length > 0 || (hasDefault(root, 'HTTP') && port === undefined && !isGiven(section, 'tls'));
    if (section !== undefined && !attached) use(port === undefined ? standard : numberOf(port), port ?? section, key, [key]);
  }
}

/** The names that references may use: `gateway` and `gateway/listener`, each with its protocols. */
function gatewayNames(root: Node): Map<string, Set<Protocol>> {
  const names = new Map<string, Set<Protocol>>();
  const add = (name: string, kind: Protocol): void => {
    names.set(name, (names.get(name) ?? new Set()).add(kind));
  };
  for (const { key, value } of gatewaysOf(root)) {
    const listeners = items(get(value, 'listeners'));
    if (listeners.length === 0) add(key, protocolKind(value));
    listeners.forEach((listener, index) => {
      add(key, protocolKind(listener));
      add(`${key}/${text(get(listener, 'name')) ?? `listener${index}`}`, protocolKind(listener));
    });
  }
  return names;
}

function checkGatewayReferences(context: ReferenceContext): void {
  const { root, report } = context;
  const names = gatewayNames(root);
  const look = (node: Node, path: Path, kind: Protocol, needed: boolean): void => {
    const refs = references(node);
    if (refs.length === 0 && needed && !hasDefault(root, kind))
      report(node, path, 'it is attached to no gateway', 'add "gateways", or name a gateway "default"');
    for (const ref of refs) checkReference(ref, [...path, 'gateways'], kind, names, report);
  };
  for (const [index, route] of items(get(root, 'routes')).entries()) look(route, ['routes', index], 'HTTP', true);
  for (const [index, route] of items(get(root, 'tcpRoutes')).entries()) look(route, ['tcpRoutes', index], 'TCP', true);
  for (const key of ['llm', 'mcp', 'ui']) {
    const section = given(root, key);
    if (section === undefined) continue;
    look(section, [key], 'HTTP', key === 'ui');
    const port = given(section, 'port') ?? (key === 'llm' ? given(section, 'tls') : undefined);
    if (references(section).length > 0 && port !== undefined)
      report(port, [key], `"${key}.gateways" cannot be combined with its own port`, 'keep one of them');
  }
}

function checkReference(
  ref: Node,
  path: Path,
  kind: Protocol,
  names: Map<string, Set<Protocol>>,
  report: ReferenceContext['report'],
): void {
  const name = text(ref) ?? '';
  const kinds = names.get(name);
  const near = nearest(name, names.keys());
  if (kinds === undefined)
    report(ref, path, `there is no gateway "${name}"`, near === undefined ? 'name an entry of "gateways"' : `did you mean "${near}"?`);
  else if (!kinds.has(kind)) report(ref, path, `the gateway "${name}" serves no ${kind}`, `name a gateway of protocol ${kind}`);
}
