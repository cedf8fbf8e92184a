import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOff, isOn, isStatic, numberOf, settingsOf, targetsOf, tell, textOf, textsBelow } from './value-at.js';

/** Fields of gateway.yaml that hold an address which the gateway calls. The chart opens the ports of servers and of the collector. */
const called = /^(?:url|base_url|jwks_uri|issuer|endpoint)$/;
/** Fields with an address under which others reach the gateway. */
const ownAddress = /^(?:login|page|public)$/;
const usual: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'redis:': 6379, 'rediss:': 6379 };

/** Longer texts are no addresses. */
const longestAddress = 2048;

/** The port of an address: undefined if it is no address, `unknown` if a placeholder stands for it. */
function portOf(address: string): number | 'unknown' | undefined {
  if (address.length > longestAddress) return undefined;
  const match = /^([a-z]+:)\/\/([^/?#]*)/.exec(address);
  if (match === null) return /^\$\{|^\{\{/.test(address) ? 'unknown' : undefined;
  const port = /:(\d{1,5})$/.exec(match[2]!)?.[1];
  if (port !== undefined) return Number(port);
  return /\$\{[^}]*\}$|\}\}$/.test(match[2]!) && /:[^\]]*$/.test(match[2]!.replaceAll(/\$\{[^}]*\}/g, '$')) ? 'unknown' : usual[match[1]!];
}

export const chartNetwork: Rule = {
  id: 'chart-network',
  severity: 'warning',
  kinds: ['values'],
  why: 'The NetworkPolicy of the chart opens the ports that it knows: a connection to any other port times out, as if the server were down.',
  docs: {
    checks:
      'Addresses that the gateway or the proxy calls and whose port the NetworkPolicy does not open: those of REST APIs and issuers, addresses with placeholders, and collectors of traces in `extraConfig`.',
    fix: 'Add the port to `gateway.networkPolicy.extraEgressPorts`, or to `networkPolicy.extraEgressPorts` for the proxy.',
    wrong:
      'gateway:\n  enabled: true\n  persistence: {enabled: true}\n  config: {servers: {issues: {url: "http://issues:8000/mcp"}}, auth: {oauth: {issuers: [{issuer: "https://login.acme.com:8443"}]}}}\n',
    correct:
      'gateway:\n  enabled: true\n  persistence: {enabled: true}\n  config: {servers: {issues: {url: "http://issues:8000/mcp"}}, auth: {oauth: {issuers: [{issuer: "https://login.acme.com:8443"}]}}}\n  networkPolicy: {extraEgressPorts: [8443]}\n',
  },
  check(context) {
    checkGateway(context);
    checkProxy(context);
  },
};

/** Whether a policy limits what is reached, by the ports that it opens. Rules of the user may open any other one. */
function limits(policy: Node | undefined): boolean {
  return !isOff(get(policy, 'enabled')) && !isOff(get(policy, 'restrictEgress')) && items(get(policy, 'extraEgress')).length === 0;
}

const extraPorts = (policy: Node | undefined): number[] => items(get(policy, 'extraEgressPorts')).flatMap(each => numberOf(each) ?? []);

function report(
  context: RuleContext,
  path: Path,
  port: number | 'unknown',
  open: ReadonlySet<number>,
  policy: string,
  isSure: boolean,
): void {
  const add = `add the port to ${policy}.extraEgressPorts`;
  if (port !== 'unknown' && !open.has(port))
    tell(context, path, `${policy} does not open port ${port}: connections to this address time out`, add);
  else if (port === 'unknown' && isSure)
    tell(context, path, `the port of this address is not known to the chart, so ${policy} does not open it`, add);
}

function checkGateway(context: RuleContext): void {
  const gateway = get(context.root, 'gateway');
  const policy = get(gateway, 'networkPolicy');
  if (!isOn(get(gateway, 'enabled')) || !limits(policy)) return;
  const texts = textsBelow(get(gateway, 'config'), ['gateway', 'config']).filter(
    ({ path }) => called.test(String(path.at(-1))) && !path.some(step => ownAddress.test(String(step))),
  );
  const isOpened = ({ path, value }: (typeof texts)[number]): boolean => {
    const field = path.slice(2);
    const ofServer = field[0] === 'servers' && field.length === 3 && field[2] === 'url';
    return (ofServer || field.join('.') === 'telemetry.endpoint') && !value.includes('${');
  };
  const extra = extraPorts(policy);
  const known = texts.filter(isOpened).flatMap(({ value }) => portOf(value) ?? []);
  const redis = textOf(at(gateway, 'redis', 'existingSecret', 'name')) === '' ? [] : [numberOf(at(gateway, 'redis', 'port')) ?? 6379];
  const open = new Set([...extra, ...redis, ...known].filter(port => port !== 'unknown'));
  for (const text of texts) {
    const port = isOpened(text) ? undefined : portOf(text.value);
    if (port !== undefined) report(context, text.path, port, open, 'gateway.networkPolicy', extra.length === 0);
  }
}

function checkProxy(context: RuleContext): void {
  const { root } = context;
  const policy = get(root, 'networkPolicy');
  if (!isStatic(root) || !limits(policy)) return;
  const settings = settingsOf(root);
  const jwks = portOf(textOf(at(settings, 'static', 'jwtAuth', 'jwksUrl')));
  const open = new Set([
    ...extraPorts(policy),
    ...targetsOf(root).flatMap(({ node }) => numberOf(get(node, 'port')) ?? []),
    ...(isOn(at(settings, 'extAuth', 'enabled')) ? [numberOf(at(settings, 'extAuth', 'port')) ?? 0] : []),
    ...(typeof jwks === 'number' ? [jwks] : []),
  ]);
  const texts = [
    ...textsBelow(get(root, 'extraConfig'), ['extraConfig']),
    ...items(get(root, 'extraEnv')).flatMap((variable, index) =>
      /ENDPOINT|ADDRESS$/.test(textOf(get(variable, 'name')))
        ? [{ path: ['extraEnv', index, 'value'], value: textOf(get(variable, 'value')) }]
        : [],
    ),
  ];
  for (const { path, value } of texts) {
    const port = /^(?:https?|grpc):\/\//.test(value) ? portOf(value.replace(/^grpc:/, 'http:')) : undefined;
    if (port !== undefined) report(context, path, port, open, 'networkPolicy', false);
  }
}
