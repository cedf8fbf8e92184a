import { at, get, isAt, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { endpointsOf, monitorsOf } from '../objects/monitors.js';
import { integerOf, textOr } from '../objects/objects.js';
import { isEmptySelector } from '../objects/selectors.js';

type Said = readonly [key: string, message: string, suggestion: string, severity?: 'info'];

const tlsVersions = ['TLS10', 'TLS11', 'TLS12', 'TLS13'];

function ofTls(tls: Node | undefined, scheme: string): Said[] {
  if (tls === undefined) return [];
  const said: Said[] = [];
  if (scheme.toLowerCase() !== 'https')
    said.push(['tlsConfig', 'the endpoint is scraped without TLS, because "scheme" is http', 'write "scheme: https"']);
  const [least, most] = ['minVersion', 'maxVersion'].map(key => tlsVersions.indexOf(textOr(tls, key, '')));
  if (least! >= 0 && most! >= 0 && least! > most!)
    said.push(['tlsConfig', 'the lowest version of TLS is above the highest: no connection is made', 'swap them']);
  const certificate = isGiven(tls, 'cert') || isGiven(tls, 'certFile');
  const key = isGiven(tls, 'keySecret') || isGiven(tls, 'keyFile');
  if (certificate !== key)
    said.push(['tlsConfig', 'a certificate and its key go together: the operator leaves the object out', 'give both, or none']);
  if (isAt(tls, 'insecureSkipVerify', true) && (isGiven(tls, 'ca') || isGiven(tls, 'caFile')))
    said.push([
      'tlsConfig',
      'the certificate of the server is not checked, so the authority is not used',
      'remove "insecureSkipVerify"',
      'info',
    ]);
  return said;
}

/** Limits of one scrape that every target exceeds: the operator and Prometheus add eight labels themselves. */
const least: Readonly<Record<string, readonly [least: number, what: string]>> = {
  sampleLimit: [50, 'every program has more series'],
  labelLimit: [8, 'the labels of the target alone are more'],
  labelNameLengthLimit: [9, '"namespace" and "container" are longer'],
  labelValueLengthLimit: [16, 'names of pods are longer'],
};

/** Limits below what every target has. Zero stands for no limit. */
function ofLimits(spec: Node): Said[] {
  return Object.entries(least).flatMap(([key, [fewest, what]]): Said[] => {
    const limit = integerOf(get(spec, key));
    return limit === undefined || limit <= 0 || limit >= fewest
      ? []
      : [[key, `${what}, so each scrape is refused as a whole`, `write ${fewest} or more, or remove it`]];
  });
}

function ofEndpoint(endpoint: Node): Said[] {
  const said: Said[] = [];
  const path = text(get(endpoint, 'path'));
  if (path?.includes('?')) said.push(['path', 'the "?" becomes part of the path: parameters are set in "params"', 'use "params"']);
  else if (path !== undefined && path !== '' && !path.startsWith('/')) said.push(['path', 'a path starts with "/"', `write "/${path}"`]);
  const [first, second] = ['port', 'portNumber', 'targetPort'].filter(key => isGiven(endpoint, key));
  if (second !== undefined) said.push([second, `"${first}" comes first, so "${second}" is not used`, 'keep one of the two']);
  if (first === undefined) said.push(['path', 'no port is named, so every port is scraped', 'add "port"', 'info']);
  if (isGiven(endpoint, 'noProxy') && !isGiven(endpoint, 'proxyUrl'))
    said.push(['noProxy', 'there is no proxy that is to be left out', 'add "proxyUrl", or remove "noProxy"']);
  if (isGiven(endpoint, 'proxyUrl') && isAt(endpoint, 'proxyFromEnvironment', true))
    said.push(['proxyFromEnvironment', 'a proxy is named here and by the environment: the operator leaves the object out', 'keep one']);
  return [...said, ...ofTls(get(endpoint, 'tlsConfig'), textOr(endpoint, 'scheme', 'http'))];
}

export const monitorEndpoint: Rule = {
  id: 'monitor-endpoint',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus scrapes something other than the monitor says, or nothing.',
  docs: {
    checks:
      'Endpoints of ServiceMonitors and PodMonitors: a path without a query, one way to name the port, TLS settings that are used and fit together, a proxy where exceptions from it are listed. The monitor itself: at least one endpoint, limits that a target can keep, and names of namespaces that count. An info for an endpoint without a port, for a selector that takes everything, and for an authority that is not used.',
    basedOn: 'The documentation of the Prometheus operator. No program was run for this rule.',
    fix: 'Keep one of two settings, and set scheme https for TLS.',
    wrong: `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: metrics, path: "/metrics?all=1"}]}
`,
    correct: `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: metrics, path: /metrics, params: {all: ["1"]}}]}
`,
  },
  check({ root, report }) {
    for (const monitor of monitorsOf(root)) {
      const endpoints = endpointsOf(monitor);
      const spec = get(monitor.node, 'spec');
      if (spec === undefined) continue;
      const key = monitor.kind === 'PodMonitor' ? 'podMetricsEndpoints' : 'endpoints';
      if (endpoints.length === 0)
        report({
          at: get(spec, key) ?? spec,
          path: ['spec', key],
          message: 'there is no endpoint: nothing is scraped',
          suggestion: 'add one',
        });
      for (const [limit, message, suggestion] of ofLimits(spec))
        report({ at: get(spec, limit)!, path: ['spec', limit], message, suggestion });
      const choice = get(spec, 'namespaceSelector');
      if (isAt(choice, 'any', true) && items(get(choice, 'matchNames')).length > 0)
        report({
          at: get(choice, 'matchNames')!,
          path: ['spec', 'namespaceSelector', 'matchNames'],
          message: 'every namespace is looked at, so the names are not used',
          suggestion: 'remove "any", or the names',
        });
      const selector = get(spec, 'selector');
      if (selector !== undefined && isEmptySelector(selector))
        report({
          at: selector,
          path: ['spec', 'selector'],
          message: `an empty selector takes every ${monitor.kind === 'PodMonitor' ? 'pod' : 'Service'}`,
          suggestion: 'add "matchLabels"',
          severity: 'info',
        });
      for (const endpoint of endpoints)
        for (const [field, message, suggestion, severity] of ofEndpoint(endpoint.node))
          report({
            at: at(endpoint.node, field) ?? endpoint.node,
            path: [...endpoint.path, field],
            message,
            suggestion,
            ...(severity === undefined ? {} : { severity }),
          });
    }
  },
};
