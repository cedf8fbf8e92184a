import { parseQuantity } from '@mcpgw/kubernetes';
import { at, get, inRange, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { parametersOf, specOf } from '../objects/parameters.js';
import { placed } from '../objects/placed.js';

type Said = readonly [field: readonly (string | number)[], message: string, suggestion: string];

function ofImage(spec: Node | undefined): Said[] {
  const value = (key: string): string => text(at(spec, 'image', key)) ?? '';
  const said: Said[] = [];
  if (/:\/\/|\/$/.test(value('registry')))
    said.push([['image', 'registry'], 'a registry is a host without scheme and final "/"', 'write the host']);
  if (/^[^/]*:\/\/|:[^/]*$|@/.test(value('repository')))
    said.push([['image', 'repository'], 'the tag or digest is added to this text', 'write the repository alone, and "tag" beside it']);
  if (value('digest') !== '' && !/^[a-z0-9]+:[0-9a-f]{32,}$/.test(value('digest')))
    said.push([['image', 'digest'], `"${value('digest')}" is not a digest`, 'write it as "sha256:" and 64 digits']);
  if (/[:@/]/.test(value('tag'))) said.push([['image', 'tag'], `"${value('tag')}" is not a tag`, 'write the tag alone']);
  if (value('pullPolicy') !== '' && !['Always', 'IfNotPresent', 'Never'].includes(value('pullPolicy')))
    said.push([['image', 'pullPolicy'], `"${value('pullPolicy')}" is not a pull policy`, 'write Always, IfNotPresent or Never']);
  return said;
}

/** What the controller requests when the object does not, from v1.3.0 on. */
const requested: Readonly<Record<string, string>> = { cpu: '100m', memory: '128Mi' };

/** What `parseQuantity` counts in: thousand-millionths. */
const unit = 1_000_000_000n;

function ofResources(spec: Node | undefined, version: string): Said[] {
  const resources = get(spec, 'resources');
  const odd = (['requests', 'limits'] as const).flatMap(list =>
    (['cpu', 'memory'] as const).flatMap((key): Said[] => {
      const node = at(resources, list, key);
      const amount = node?.kind === 'scalar' ? parseQuantity(node.text) : undefined;
      if (node?.kind !== 'scalar' || amount === undefined) return [];
      if (key === 'cpu' && list === 'requests' && amount >= 500n * unit)
        return [
          [['resources', list, key], `${node.text} are whole CPUs, which no node has: the pod is never scheduled`, `write "${node.text}m"`],
        ];
      return key === 'memory' && amount > 0n && amount < 8n * 1024n * 1024n * unit
        ? [[['resources', list, key], `"${node.text}" is less than 8 MiB, in which the proxy cannot start`, 'write such as 256Mi']]
        : [];
    }),
  );
  if (odd.length > 0) return odd;
  return ['cpu', 'memory'].flatMap((key): Said[] => {
    const limit = at(resources, 'limits', key);
    const own = at(resources, 'requests', key);
    const request = own?.kind === 'scalar' ? own.text : inRange(version, { since: '1.3.0' }) ? requested[key] : undefined;
    const [least, most] = [request, limit?.kind === 'scalar' ? limit.text : undefined].map(value =>
      value === undefined ? undefined : parseQuantity(value),
    );
    if (least === undefined || most === undefined || least <= most) return [];
    const whose = own === undefined ? `the ${request} that the controller requests` : `the request of ${request}`;
    return [
      [
        ['resources', 'limits', key],
        `the limit is below ${whose}: the API server refuses the Deployment`,
        'raise the limit, or lower the request',
      ],
    ];
  });
}

/** The proxy adds "https://" to an address without a scheme, and ends at its start with one that it cannot read. */
function ofIstio(spec: Node | undefined): Said[] {
  const address = text(at(spec, 'istio', 'caAddress'));
  if (address === undefined || address === '' || /^(?:https?:\/\/[^\s/?#]+(?:\/\S*)?|[^\s/?#@]+)$/.test(address)) return [];
  return [
    [
      ['istio', 'caAddress'],
      `"${address.slice(0, 80)}" is not an address: the proxy exits at startup`,
      'write such as https://istiod.istio-system.svc:15012',
    ],
  ];
}

function ofEnv(spec: Node | undefined): Said[] {
  return placed(spec, [], 'env').flatMap(({ node, path }): Said[] => {
    const name = textOr(node, 'name', '');
    const value = text(get(node, 'value'));
    const field = path as (string | number)[];
    if (isGiven(node, 'valueFrom') && (value ?? '') !== '')
      return [[[...field, 'value'], 'a variable has "value" or "valueFrom", not both', 'keep one of them']];
    if (['XDS_ADDRESS', 'GATEWAY', 'NAMESPACE', 'XDS_ROOT_CA'].includes(name))
      return [
        [[...field, 'name'], `with another ${name} the proxy does not find its configuration at the controller`, 'remove the variable'],
      ];
    return /^$|=/.test(name) ? [[[...field, 'name'], `"${name}" is not a name of a variable`, 'use letters, digits and "_"']] : [];
  });
}

function ofWorkload(spec: Node | undefined): Said[] {
  return ['deployment', 'daemonSet'].flatMap(kind =>
    placed(spec, [], kind, 'spec', 'template', 'spec', 'containers').flatMap(({ node, path }): Said[] =>
      textOr(node, 'name', '') === 'agentgateway' || isGiven(node, 'image') || text(get(node, '$patch')) !== undefined
        ? []
        : [
            [
              [...(path as (string | number)[]), 'name'],
              'a container of another name is added, and it has no image',
              'the proxy is the container "agentgateway"',
            ],
          ],
    ),
  );
}

export const parametersFail: Rule = {
  id: 'parameters-fail',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server refuses what the controller makes of it, or the proxy does not start: the Gateway stays without a proxy.',
  docs: {
    checks:
      'AgentgatewayParameters: parts of the image, amounts with a wrong unit (512m of memory, 2000 CPUs), and limits below the requests of the object or of the controller (100m CPU and 128Mi memory since v1.3.0). Also variables with two values, the address of the authority of Istio, variables that lead the proxy away from its controller, and added containers without an image.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: it copies amounts and images into the Deployment. It was not run for this rule.',
    fix: 'Write what a Deployment takes; request less than the limit.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {resources: {limits: {memory: 64Mi}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {resources: {requests: {memory: 64Mi}, limits: {memory: 64Mi}}}
`,
  },
  check({ root, version, report }) {
    for (const parameters of parametersOf(root)) {
      const spec = specOf(parameters);
      if (spec === undefined) continue;
      for (const [field, message, suggestion] of [
        ...ofImage(spec),
        ...ofResources(spec, version),
        ...ofIstio(spec),
        ...ofEnv(spec),
        ...ofWorkload(spec),
      ])
        report({ at: at(spec, ...field) ?? spec, path: ['spec', ...field], message, suggestion });
    }
  },
};
