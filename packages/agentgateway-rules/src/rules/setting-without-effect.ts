import { integerOf, listeners, nanosecondsAt, protocolOf } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, type Node, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

const present = (root: Node, ...path: string[]): boolean => at(root, ...path) !== undefined && !isNull(at(root, ...path));
const sections = ['binds', 'gateways', 'routes', 'llm', 'mcp', 'backends'];

/** Settings that count only beside another one: the setting, what has to be there, and why it has no effect. */
const needs: readonly (readonly [setting: readonly string[], isRead: (root: Node) => boolean, why: string])[] = [
  [['config', 'gateway'], root => present(root, 'config', 'xdsAddress'), 'without "xdsAddress" the gateway is called "default"'],
  [
    ['config', 'namespace'],
    root => present(root, 'config', 'xdsAddress') || present(root, 'config', 'caAddress'),
    'without "xdsAddress" the namespace is "default"',
  ],
  [['config', 'xdsAuthToken'], root => present(root, 'config', 'xdsAddress'), 'there is no "xdsAddress"'],
  ...['caAuthToken', 'trustDomain', 'serviceAccount', 'additionalTrustDomains', 'skipValidateTrustDomain'].map(
    key => [['config', key], (root: Node) => present(root, 'config', 'caAddress'), 'there is no "caAddress"'] as const,
  ),
  [
    ['frontendPolicies', 'http', 'http2KeepaliveTimeout'],
    root => present(root, 'frontendPolicies', 'http', 'http2KeepaliveInterval'),
    'without "http2KeepaliveInterval" nothing is pinged',
  ],
  [['frontendPolicies', 'tls'], hasTls, 'no listener speaks TLS'],
  [
    ['config', 'localXdsPath'],
    root => !sections.some(section => present(root, section)),
    'the proxy reads its listeners from that file, and ignores those of this one',
  ],
];

function hasTls(root: Node): boolean {
  const all = listeners(root);
  return (
    all.length === 0 ||
    present(root, 'llm', 'tls') ||
    present(root, 'config', 'xdsAddress') ||
    all.some(view => /^(?:HTTPS|TLS)$/.test(protocolOf(view)))
  );
}

/** Windows of HTTP/2: of one stream, and of all streams of a connection. */
const windows: readonly (readonly [section: readonly string[], stream: string, whole: string])[] = [
  [['frontendPolicies', 'http'], 'http2WindowSize', 'http2ConnectionWindowSize'],
  [['config', 'hbone'], 'windowSize', 'connectionWindowSize'],
];

export const settingWithoutEffect: Rule = {
  id: 'setting-without-effect',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The setting counts only together with another one that is missing or excludes it.',
  docs: {
    checks:
      'Looks for settings of `config` and `frontendPolicies` that are read only beside another one: names without a control plane, a ping timeout without pings, TLS settings without a TLS listener, IPv6 names while IPv6 is off, windows of streams that are larger than that of their connection.',
    seen: 'Live: v1.1.0 and v1.4.1 write `gateway=default/default` into the log where `config` calls it otherwise.',
    fix: 'Add the setting that it belongs to, or remove it.',
    wrong: withSection('frontendPolicies:\n  http:\n    http2KeepaliveTimeout: 10s'),
    correct: withSection('frontendPolicies:\n  http:\n    http2KeepaliveInterval: 30s\n    http2KeepaliveTimeout: 10s'),
  },
  check({ root, report }) {
    for (const [path, isRead, why] of needs) {
      const node = at(root, ...path);
      if (node === undefined || isNull(node) || isRead(root)) continue;
      const message = `"${path.at(-1)}" has no effect: ${why}`;
      const severity = path.length === 3 || path[1] === 'localXdsPath' ? 'warning' : 'info';
      report({ at: node, path, message, suggestion: 'add what it belongs to, or remove it', severity });
    }
    const [ipv6, family] = [at(root, 'config', 'enableIpv6'), at(root, 'config', 'dns', 'lookupFamily')];
    if (ipv6?.kind === 'scalar' && ipv6.value === false && text(family) === 'V6Only')
      report({
        at: family!,
        path: ['config', 'dns', 'lookupFamily'],
        message: 'only IPv6 addresses are looked up while IPv6 is off',
        suggestion: 'use V4Only or Auto',
      });
    for (const [section, stream, whole] of windows) {
      const [each, all] = [stream, whole].map(key => at(root, ...section, key));
      const [inner, outer] = [each, all].map(node => integerOf(node));
      if (inner !== undefined && outer !== undefined && inner > outer)
        report({
          at: each!,
          path: [...section, stream],
          message: `the streams of a connection share "${whole}" (${outer}): no stream ever has ${inner}`,
          suggestion: `write a larger "${whole}"`,
        });
    }
    const [least, most] = ['connectionMinTerminationDeadline', 'connectionTerminationDeadline'].map(key => get(get(root, 'config'), key));
    const [low, high] = [least, most].map(nanosecondsAt);
    if (low !== undefined && high !== undefined && low > high)
      report({
        at: least!,
        path: ['config', 'connectionMinTerminationDeadline'],
        message: 'the shortest time to finish requests is longer than the longest',
        suggestion: 'swap the two',
      });
  },
};
