/** AgentgatewayPolicy: policies for traffic, frontends and backends, and their targets. */
import { anyText, entry, get, inRange, isGiven, items, type Node, oneOf, type Refusal, type Shape, text } from '@mcpgw/structure';
import { backendPolicies } from './backend-policies.js';
import { frontend } from './frontend.js';
import { atKey, atLeastOne, atMostOne, atNode, type Constraint, during, exactlyOne, listOf, mapOf, must, object, since } from './object.js';
import { group, kindName, objectName, port, subdomain } from './texts.js';
import { traffic } from './traffic.js';

const groupOf: Record<string, string> = Object.assign(Object.create(null), {
  Service: '',
  AgentgatewayBackend: 'agentgateway.dev',
  Gateway: 'gateway.networking.k8s.io',
  HTTPRoute: 'gateway.networking.k8s.io',
  GRPCRoute: 'gateway.networking.k8s.io',
  ListenerSet: 'gateway.networking.k8s.io',
  InferencePool: 'inference.networking.k8s.io',
});

function knownTargets(node: Node, version: string): readonly Refusal[] {
  return items(node).flatMap((item, index): Refusal[] => {
    const kind = text(get(item, 'kind')) ?? '';
    const wanted = kind === 'InferencePool' && !inRange(version, { since: '1.2.0' }) ? undefined : groupOf[kind];
    if (wanted === undefined) {
      const names = Object.keys(groupOf).filter(name => name !== 'InferencePool' || inRange(version, { since: '1.2.0' }));
      return [
        atNode(get(item, 'kind') ?? item, [index, 'kind'], `a policy cannot be for the kind "${kind}"`, `one of ${names.join(', ')}`),
      ];
    }
    const given = text(get(item, 'group')) ?? '';
    return given === wanted
      ? []
      : [
          atNode(
            get(item, 'group') ?? item,
            [index, 'group'],
            `the kind "${kind}" is not in the group "${given}"`,
            `write group: "${wanted}"`,
          ),
        ];
  });
}

function oneKind(node: Node): readonly Refusal[] {
  const kinds = items(node).map(item => text(get(item, 'kind')));
  const other = kinds.findIndex(kind => kind !== kinds[0]);
  return other < 0
    ? []
    : [
        atNode(
          get(items(node)[other], 'kind') ?? node,
          [other, 'kind'],
          `all targets of one policy are of one kind; the first is "${kinds[0]}", this is "${kinds[other]}"`,
          'write a policy for each kind',
        ),
      ];
}

const targetFields = {
  group: must(group, 'the API group; "" for a Service'),
  kind: must(kindName, 'the kind'),
  port: since('1.4.0', port),
  sectionName: subdomain,
};
const sectionOrPort = atMostOne('sectionName', 'port');
const targetRefs = listOf(
  object('a target', { ...targetFields, name: must(objectName, 'the name of the object') }, sectionOrPort),
  { min: 1, max: 16 },
  knownTargets,
  oneKind,
);
const targetSelectors = listOf(
  object('a target selector', { ...targetFields, matchLabels: must(mapOf(anyText), 'the labels of the targets') }, sectionOrPort),
  { min: 1, max: 16 },
  knownTargets,
  oneKind,
);

interface Target {
  readonly node: Node;
  readonly kind: string;
  readonly at: readonly (string | number)[];
}
const targetsOf = (spec: Node): Target[] =>
  ['targetRefs', 'targetSelectors'].flatMap(key =>
    items(get(spec, key)).map((node, index) => ({ node, kind: text(get(node, 'kind')) ?? '', at: [key, index] })),
  );

/** Refuses every target that a part of the policy does not support; the message names the part. */
function targetsWhere(
  applies: (spec: Node) => boolean,
  wrong: (target: Target) => boolean,
  key: string,
  message: string,
  suggestion: string,
): Constraint {
  return ({ node }) =>
    applies(node)
      ? targetsOf(node)
          .filter(wrong)
          .map(target => {
            const found = entry(target.node, key);
            return {
              ...atNode(found?.value ?? target.node, [...target.at, key], message, suggestion),
              ...(found === undefined ? {} : { span: found.keySpan }),
            };
          })
      : [];
}

const part =
  (...path: string[]) =>
  (spec: Node): boolean => {
    const parent = path.slice(0, -1).reduce<Node | undefined>((node, key) => get(node, key), spec);
    return isGiven(parent, path.at(-1)!);
  };
const isKind =
  (...kinds: string[]) =>
  ({ kind }: Target): boolean =>
    kinds.includes(kind);
const isNot =
  (...kinds: string[]) =>
  ({ kind }: Target): boolean =>
    !kinds.includes(kind);
const hasSection = ({ node }: Target): boolean => isGiven(node, 'sectionName');
const routing = ['Gateway', 'HTTPRoute', 'GRPCRoute', 'ListenerSet'];
const preRouting = (spec: Node): boolean => text(get(get(spec, 'traffic'), 'phase')) === 'PreRouting';
const wholeGateway = (spec: Node): boolean =>
  ['tcp', 'networkAuthorization', 'tls', 'http', 'proxyProtocol', 'connect'].some(key => isGiven(get(spec, 'frontend'), key));

const trafficMessage = '"traffic" policies are for Gateways, routes and ListenerSets: on this kind they are refused';
const trafficAdvice = 'put what is for calls to the target under "backend", or choose another target';
const sectionAdvice = 'remove "sectionName"';
const targetRules: readonly Constraint[] = [
  during({ until: '1.2.0' }, targetsWhere(part('traffic'), isNot(...routing), 'kind', trafficMessage, trafficAdvice)),
  during({ since: '1.2.0' }, targetsWhere(part('traffic'), isNot(...routing, 'InferencePool'), 'kind', trafficMessage, trafficAdvice)),
  targetsWhere(
    preRouting,
    isNot('Gateway', 'ListenerSet'),
    'kind',
    'before a route is chosen only policies of a Gateway or ListenerSet act',
    'target a Gateway, or leave "phase" out',
  ),
  targetsWhere(part('frontend'), isNot('Gateway'), 'kind', '"frontend" policies are for Gateways only', 'target a Gateway'),
  during(
    { until: '1.4.0' },
    targetsWhere(part('frontend'), hasSection, 'sectionName', '"frontend" policies hold for a whole Gateway', sectionAdvice),
  ),
  during(
    { since: '1.4.0' },
    targetsWhere(wholeGateway, hasSection, 'sectionName', 'these "frontend" policies hold for a whole Gateway', sectionAdvice),
  ),
  targetsWhere(
    part('backend', 'mcp'),
    isKind('Service'),
    'kind',
    '"backend.mcp" policies are for an AgentgatewayBackend, not for a Service',
    'target the AgentgatewayBackend',
  ),
  targetsWhere(
    part('backend', 'ai'),
    isKind('Service'),
    'kind',
    '"backend.ai" policies are for an AgentgatewayBackend, not for a Service',
    'target the AgentgatewayBackend',
  ),
  during(
    { since: '1.2.0' },
    targetsWhere(
      part('backend', 'mcp'),
      target => target.kind === 'AgentgatewayBackend' && hasSection(target),
      'sectionName',
      '"backend.mcp" policies hold for a whole AgentgatewayBackend',
      sectionAdvice,
    ),
  ),
  targetsWhere(
    spec => !isGiven(spec, 'frontend') || isGiven(spec, 'traffic') || isGiven(spec, 'backend'),
    ({ node }) => isGiven(node, 'port'),
    'port',
    'a target with "port" takes "frontend" policies only',
    'remove "port"',
  ),
];

const twoAuthentications: Constraint = ({ node }) =>
  part('traffic', 'jwtAuthentication')(node) && part('backend', 'mcp', 'authentication')(node)
    ? [
        {
          ...atKey(node, 'backend', '"traffic.jwtAuthentication" and "backend.mcp.authentication" exclude each other', 'keep one of them'),
          rule: 'conflicting-fields',
        },
      ]
    : [];
const inheritance: Constraint = ({ node }) => {
  const onTrafficOnly = isGiven(node, 'traffic') && !isGiven(node, 'frontend') && !isGiven(node, 'backend');
  return part('strategy', 'inheritance')(node) && !onTrafficOnly
    ? [atKey(node, 'strategy', '"strategy.inheritance" goes with "traffic" policies alone', 'remove "strategy", or the other parts')]
    : [];
};

export const policy: Shape = object(
  'the spec of an AgentgatewayPolicy',
  {
    targetRefs,
    targetSelectors,
    traffic,
    frontend,
    backend: backendPolicies,
    strategy: since('1.3.0', object('a strategy', { inheritance: oneOf('Default', 'Override') })),
  },
  exactlyOne('targetRefs', 'targetSelectors'),
  atLeastOne('traffic', 'frontend', 'backend'),
  ...targetRules,
  during({ since: '1.1.0' }, twoAuthentications),
  inheritance,
);
