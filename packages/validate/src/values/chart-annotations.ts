import type { Path } from '@mcpgw/diagnostics';
import { annotationProblems, isOfOther, nginx } from '@mcpgw/relations/internal';
import { at, entries, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, settingsOf, tell, textOf } from './value-at.js';

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
  const annotations = entries(at(root, ...path)).map(({ key, value }): [string, string] => [key, textOf(value)]);
  for (const said of annotationProblems(annotations, className, items(at(root, 'ingress', 'tls')).length > 0))
    say(said.key, said.message, said.suggestion);
  for (const [key, written] of annotations) {
    if (key.startsWith(nginx) && !isOfOther(key, className)) checkNginx(context, key, written, say);
    if (key === 'alb.ingress.kubernetes.io/load-balancer-attributes') checkAlb(key, written, say);
  }
}

function checkNginx({ root }: RuleContext, key: string, written: string, say: Say): void {
  const name = key.slice(nginx.length);
  if (name === 'proxy-http-version' && written === '1.0')
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
