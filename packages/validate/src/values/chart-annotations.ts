import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, settingsOf, tell, textOf } from './value-at.js';

const nginx = 'nginx.ingress.kubernetes.io/';

/** The forms that ingress-nginx reads. What has another form is logged and ignored. */
const forms: readonly (readonly [names: RegExp, form: RegExp, write: string])[] = [
  [/^proxy-(?:connect|read|send)-timeout$|^proxy-next-upstream-(?:timeout|tries)$/, /^\d+$/, 'a number of seconds without a unit'],
  [/^limit-(?:rps|rpm|connections|burst-multiplier|rate|rate-after)$|^upstream-hash-by-subset-size$/, /^\d+$/, 'a number'],
  [
    /^(?:proxy-body-size|client-body-buffer-size|proxy-buffer-size|proxy-max-temp-file-size|proxy-busy-buffers-size)$/,
    /^\d+[kKmMgG]?$/,
    'a number with k, m or g',
  ],
  [/^proxy-(?:buffering|request-buffering)$/, /^(?:on|off)$/, '"on" or "off"'],
  [
    /^(?:ssl-redirect|force-ssl-redirect|use-regex|enable-cors|cors-allow-credentials|ssl-passthrough|preserve-trailing-slash|service-upstream|enable-access-log|enable-opentelemetry|canary|use-gzip)$/,
    /^(?:true|false)$/,
    '"true" or "false"',
  ],
  [/^proxy-http-version$/, /^(?:1\.0|1\.1)$/, '"1.1"'],
  [/^backend-protocol$/i, /^(?:HTTP|HTTPS|AUTO_HTTP|GRPC|GRPCS|FCGI)$/i, '"HTTP"'],
];

/** Names that are written in place of others. */
const nearly: Readonly<Record<string, string>> = {
  'read-timeout': 'proxy-read-timeout',
  'send-timeout': 'proxy-send-timeout',
  'connect-timeout': 'proxy-connect-timeout',
  timeout: 'proxy-read-timeout',
  'proxy-timeout': 'proxy-read-timeout',
  'body-size': 'proxy-body-size',
  'client-max-body-size': 'proxy-body-size',
  'max-body-size': 'proxy-body-size',
  buffering: 'proxy-buffering',
  'proxy-buffer': 'proxy-buffering',
  'proxy-buffers': 'proxy-buffers-number',
  rewrite: 'rewrite-target',
  'hash-by': 'upstream-hash-by',
  'ssl-forced-redirect': 'force-ssl-redirect',
  'redirect-to-https': 'force-ssl-redirect',
  'whitelist-source-ranges': 'whitelist-source-range',
  'allowlist-source-ranges': 'allowlist-source-range',
  'cors-allow-origins': 'cors-allow-origin',
  'rate-limit': 'limit-rps',
};

/** Prefixes of annotations, and the classes of the controllers that read them. */
const controllers: readonly (readonly [prefix: string, classes: RegExp, name: string])[] = [
  [nginx, /nginx/, 'ingress-nginx'],
  ['nginx.org/', /nginx/, 'the controller of NGINX'],
  ['traefik.ingress.kubernetes.io/', /traefik/, 'Traefik'],
  ['alb.ingress.kubernetes.io/', /alb/, 'the AWS Load Balancer Controller'],
  ['haproxy.org/', /haproxy/, 'HAProxy'],
  ['haproxy-ingress.github.io/', /haproxy/, 'HAProxy Ingress'],
  ['konghq.com/', /kong/, 'Kong'],
  ['appgw.ingress.kubernetes.io/', /azure|appgw|application-gateway/, 'Azure Application Gateway'],
  ['projectcontour.io/', /contour/, 'Contour'],
];

/** Annotations that only the controller of a load balancer reads. */
const ofLoadBalancer =
  /^(?:service\.(?:beta\.)?kubernetes\.io\/(?:aws|azure|do|oci|linode|ibm|openstack)-?|cloud\.google\.com\/load-balancer-type|networking\.gke\.io\/(?:load-balancer|internal-load-balancer)|metallb\.(?:io|universe\.tf)\/|load-balancer\.hetzner\.cloud\/|kube-vip\.io\/)/;

export const chartAnnotations: Rule = {
  id: 'chart-annotations',
  severity: 'warning',
  kinds: ['values'],
  why: 'Kubernetes takes every annotation: a controller ignores one that it cannot read, that has another name, or that belongs to another controller, and its default holds.',
  docs: {
    checks:
      'Annotations of the Ingress: values that ingress-nginx cannot read, names that it does not know, settings that break event streams or sessions, snippets, annotations of another controller than that of `className`, a class that is named twice, a certificate of cert-manager without a section of TLS. Annotations of load balancers at a Service of another type, and times with units there.',
    fix: 'Write the value as the controller reads it, or remove the annotation.',
    wrong:
      'global: {agentgateway: {routingMode: static, authorizationRules: [{allow: "true"}], extraMcpTargets: [{id: issues, host: issues, port: 8000}]}}\ningress:\n  enabled: true\n  annotations: {nginx.ingress.kubernetes.io/proxy-read-timeout: 1h}\n  hosts: [{host: mcp.acme.com, paths: [{path: /mcp, pathType: Prefix}]}]\n',
    correct:
      'global: {agentgateway: {routingMode: static, authorizationRules: [{allow: "true"}], extraMcpTargets: [{id: issues, host: issues, port: 8000}]}}\ningress:\n  enabled: true\n  annotations: {nginx.ingress.kubernetes.io/proxy-read-timeout: "3600"}\n  hosts: [{host: mcp.acme.com, paths: [{path: /mcp, pathType: Prefix}]}]\n',
  },
  check(context) {
    const { root } = context;
    if (!isStatic(root)) return;
    if (isOn(at(root, 'ingress', 'enabled'))) checkIngress(context);
    checkService(context, ['service']);
    checkService(context, ['agentgateway', 'service']);
  },
};

type Say = (key: string, message: string, suggestion: string, severity?: 'info') => void;

function checkIngress(context: RuleContext): void {
  const { root } = context;
  const path: Path = ['ingress', 'annotations'];
  const className = textOf(at(root, 'ingress', 'className'));
  const say: Say = (key, message, suggestion, severity) => tell(context, [...path, key], message, suggestion, severity);
  const annotations = entries(at(root, ...path));
  for (const { key, value } of annotations) {
    const written = textOf(value);
    const [, classes, name] = controllers.find(([prefix]) => key.startsWith(prefix)) ?? [];
    const known = controllers.some(([, each]) => each.test(className));
    if (classes !== undefined && known && !classes.test(className))
      say(
        key,
        `only ${name} reads it, and the class of the Ingress is "${className}"`,
        'remove it, or write the annotation of that controller',
      );
    else if (key.startsWith(nginx)) checkNginx(context, key, written, say);
    if (key === 'kubernetes.io/ingress.class' && className !== '')
      say(key, 'the class is named twice: the server refuses the annotation beside ingressClassName', 'remove it, or ingress.className');
    if (/^cert-manager\.io\/(?:cluster-)?issuer$/.test(key) && items(at(root, 'ingress', 'tls')).length === 0)
      say(key, 'cert-manager makes certificates for sections of TLS, and there is none', 'add ingress.tls with a secretName and the hosts');
    if (key === 'alb.ingress.kubernetes.io/load-balancer-attributes') checkAlb(key, written, say);
  }
  const issuers = annotations.filter(({ key }) => /^cert-manager\.io\/(?:cluster-)?issuer$/.test(key));
  if (issuers.length > 1) say(issuers[1]!.key, 'two issuers are named: cert-manager takes one of them', 'remove one of the two');
}

function checkNginx({ root }: RuleContext, key: string, written: string, say: Say): void {
  const name = key.slice(nginx.length);
  const form = forms.find(([names]) => names.test(name));
  if (Object.hasOwn(nearly, name)) say(key, `ingress-nginx knows no "${name}" and ignores it`, `write "${nginx}${nearly[name]}"`);
  if (form !== undefined && !form[1].test(written))
    say(key, `ingress-nginx cannot read "${written}" and ignores the annotation`, `write ${form[2]}`);
  else if (name === 'proxy-http-version' && written === '1.0')
    say(key, 'event streams need HTTP/1.1: version 1.0 has no chunks', 'remove the annotation');
  else if (name === 'proxy-body-size' && /^\d+k?$/i.test(written) && written !== '0' && bytes(written) < 1_048_576)
    say(key, `arguments of ordinary calls are larger than ${written}, and get 413`, 'write 4m');
  else if (/^limit-(?:rps|connections)$/.test(name) && Number(written) > 0 && Number(written) < 3)
    say(key, 'one client opens more at once: a stream, and calls beside it', 'write 10 or more');
  if (/^(?:configuration|server|stream|auth|modsecurity)-snippet$/.test(name))
    say(
      key,
      'ingress-nginx refuses an Ingress with snippets unless the controller allows them',
      'set allow-snippet-annotations, or avoid it',
      'info',
    );
  if (name === 'affinity' && written === 'cookie' && textOf(get(settingsOf(root), 'sessionMode')) !== 'stateless')
    say(
      key,
      'MCP clients keep no cookies: the requests of a session reach any of the proxies',
      `write "${nginx}upstream-hash-by: $http_mcp_session_id"`,
    );
  if (name === 'auth-type' && written === 'basic')
    say(key, 'it takes the header Authorization, in which MCP clients send their tokens', 'check callers by jwtAuth or extAuth');
  if (/^(?:white|allow)list-source-range$/.test(name) && /(?:^|,)\s*(?:0\.0\.0\.0|::)\/0/.test(written))
    say(key, 'one of the ranges is every address: the list keeps nobody out', 'name the ranges of the callers');
}

const bytes = (size: string): number => Number.parseInt(size, 10) * (/k$/i.test(size) ? 1024 : 1);

/** The time after which an idle connection ends; the default of 60 seconds ends event streams. */
function checkAlb(key: string, written: string, say: Say): void {
  const idle = /idle_timeout\.timeout_seconds=([^,]*)/.exec(written)?.[1];
  if (idle !== undefined && !/^\d+$/.test(idle))
    say(key, `the time is a number of seconds, not "${idle}"`, 'write idle_timeout.timeout_seconds=3600');
}

function checkService(context: RuleContext, path: Path): void {
  const type = textOf(at(context.root, 'agentgateway', 'service', 'type')) || textOf(at(context.root, 'service', 'type'));
  for (const { key, value } of entries(at(context.root, ...path, 'annotations'))) {
    const place = [...path, 'annotations', key];
    if (ofLoadBalancer.test(key) && type !== 'LoadBalancer')
      tell(
        context,
        place,
        `there is no load balancer: the Service is of the type ${type || 'ClusterIP'}`,
        'write "type: LoadBalancer", or remove it',
      );
    else if (/(?:timeout|interval|seconds)$/.test(key) && /^\d+(?:ms|s|m|h)$/.test(textOf(value)) && /^service\./.test(key))
      tell(context, place, `a number of seconds is read here, not "${textOf(value)}"`, 'write the number alone');
  }
}
