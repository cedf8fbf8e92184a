/** The Deployment, Service and other objects that the controller makes of AgentgatewayParameters. Follows controller/pkg/deployer. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { at, type Entry, entries, fromPlain, get, headSpan, inRange, items, type Node } from '@mcpgw/structure';
import { integerOf, type ObjectView, streamOf, textOr } from '../objects/objects.js';
import { parametersOf, usersOf } from '../objects/parameters.js';
import { mapping } from './changes.js';
import { itemNamed, merged } from './strategic-merge.js';

/** One object that the controller makes. */
export interface DeployedObject {
  /** The field of the overlay. */
  readonly field: string;
  readonly node: Node;
}

/** What the controller makes of one AgentgatewayParameters. */
export interface Deployed {
  readonly parameters: ObjectView;
  readonly spec: Node;
  /** The objects that an overlay changes or adds, and the workload. */
  readonly objects: readonly DeployedObject[];
  /** The container of the proxy; undefined if an overlay removes it. */
  readonly proxy: Node | undefined;
  /** The pod of the workload. */
  readonly pod: Node | undefined;
  /** The ports of the listeners of the given Gateways that use the parameters; none if no Gateway is given. */
  readonly ports: readonly number[];
  /** The seconds that the proxy takes to end its connections. */
  readonly drain: number;
  /** The path in the AgentgatewayParameters of something in an object; undefined for what the controller adds. */
  readonly pathOf: (at: Node | Span) => Path | undefined;
}

const probe = { httpGet: { path: '/healthz/ready', port: 15021 } };
const token = (audience: string, path: string) => ({
  projected: { sources: [{ serviceAccountToken: { audience, expirationSeconds: 43200, path } }] },
});

/** The path of every position below a node: by its exact span, the outermost first. */
function positions(root: Node, start: Path): Map<string, Path> {
  const found = new Map<string, Path>();
  const add = ({ start: from, end }: Span, path: Path): void => {
    if (end > from && !found.has(keyOf({ start: from, end }))) found.set(keyOf({ start: from, end }), path);
  };
  const open: [Node, Path][] = [[root, start]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, path] = next;
    add(node.span, path);
    if (node.kind === 'list') add(headSpan(node), path);
    for (const { key, keySpan, value } of [...entries(node)].reverse()) {
      add(keySpan, [...path, key]);
      open.push([value, [...path, key]]);
    }
    for (const [index, item] of [...items(node).entries()].reverse()) open.push([item, [...path, index]]);
  }
  return found;
}

const known = new WeakMap<Node, Map<string, readonly Deployed[]>>();

/** What the controller of a version makes of every AgentgatewayParameters of the checked file that changes objects. */
export function deployedOf(stream: Node, version: string): readonly Deployed[] {
  const byVersion = known.get(stream) ?? new Map<string, readonly Deployed[]>();
  known.set(stream, byVersion);
  const found = byVersion.get(version) ?? parametersOf(stream).flatMap(parameters => deploy(stream, parameters, version));
  byVersion.set(version, found);
  return found;
}

function deploy(stream: Node, parameters: ObjectView, version: string): Deployed[] {
  const spec = get(parameters.node, 'spec');
  if (spec?.kind !== 'map') return [];
  const users = usersOf(stream, parameters).filter(({ kind }) => kind === 'Gateway');
  const ports = [
    ...new Set(users.flatMap(({ node }) => items(at(node, 'spec', 'listeners')).flatMap(each => integerOf(get(each, 'port')) ?? []))),
  ];
  const name = users[0]?.name ?? 'proxy';
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/instance': name, 'gateway.networking.k8s.io/gateway-name': name };
  const field = textOr(get(spec, 'workload'), 'kind', 'Deployment') === 'DaemonSet' ? 'daemonSet' : 'deployment';
  const meta = fromPlain({ name, ...(parameters.namespace === '' ? {} : { namespace: parameters.namespace }), labels });
  const kind = field === 'daemonSet' ? 'DaemonSet' : 'Deployment';
  const drain = drainOf(spec);
  const made = (overlay: string, apiVersion: string, of: string, base: Node | undefined): DeployedObject[] => {
    const given = get(spec, overlay);
    const span = given?.span ?? { start: 0, end: 0 };
    const patched = patchedSpec(base, get(given, 'spec'), span);
    const head = entries(fromPlain({ apiVersion, kind: of })).concat({ key: 'metadata', keySpan: { start: 0, end: 0 }, value: meta });
    const body: Entry[] = patched === undefined ? [] : [{ key: 'spec', keySpan: { start: 0, end: 0 }, value: patched }];
    return [{ field: overlay, node: mapping(span, [...head, ...body]) }];
  };
  const wanted = (overlay: string, ...rest: [string, string, Node | undefined]): DeployedObject[] =>
    get(spec, overlay)?.kind === 'map' ? made(overlay, ...rest) : [];
  const workload = made(
    field,
    'apps/v1',
    kind,
    mapping({ start: 0, end: 0 }, [
      ...entries(fromPlain({ selector: { matchLabels: labels } })),
      { key: 'template', keySpan: { start: 0, end: 0 }, value: template(spec, labels, name, drain, version) },
    ]),
  );
  const listeners = (ports.length > 0 ? ports : [80]).map(port => ({ name: `listener-${port}`, protocol: 'TCP', port, targetPort: port }));
  const pod = at(workload[0]!.node, 'spec', 'template', 'spec');
  const places = positions(spec, ['spec']);
  return [
    {
      parameters,
      spec,
      objects: [
        ...workload,
        ...wanted('service', 'v1', 'Service', fromPlain({ type: 'LoadBalancer', ports: listeners, selector: labels })),
        ...wanted('serviceAccount', 'v1', 'ServiceAccount', undefined),
        ...wanted('podDisruptionBudget', 'policy/v1', 'PodDisruptionBudget', fromPlain({ selector: { matchLabels: labels } })),
        ...wanted(
          'horizontalPodAutoscaler',
          'autoscaling/v2',
          'HorizontalPodAutoscaler',
          fromPlain({ scaleTargetRef: { apiVersion: 'apps/v1', kind, name } }),
        ),
      ],
      pod,
      proxy: itemNamed(get(pod, 'containers'), 'agentgateway'),
      ports,
      drain,
      pathOf: place => places.get(keyOf('kind' in place ? place.span : place)),
    },
  ];
}

const keyOf = ({ start, end }: Span): string => `${start}:${end}`;

/** A spec with its overlay. Without one, what is reported about the spec is told about the whole overlay. */
const patchedSpec = (base: Node | undefined, patch: Node | undefined, span: Span): Node | undefined =>
  patch === undefined ? base && { ...base, span } : merged(base, patch);

/** `shutdown.max`, or the variable that replaces it. */
function drainOf(spec: Node): number {
  const variable = itemNamed(get(spec, 'env'), 'TERMINATION_GRACE_PERIOD_SECONDS');
  return Number(textOr(variable, 'value', '')) || integerOf(at(spec, 'shutdown', 'max')) || 60;
}

function template(spec: Node, labels: Readonly<Record<string, string>>, name: string, drain: number, version: string): Node {
  const container = fromPlain({
    name: 'agentgateway',
    image: 'cr.agentgateway.dev/agentgateway',
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      runAsUser: 10101,
    },
    readinessProbe: { ...probe, periodSeconds: 10 },
    startupProbe: { ...probe, failureThreshold: 60, periodSeconds: 1, successThreshold: 1, timeoutSeconds: 2 },
    ports: [{ containerPort: 15020, name: 'metrics', protocol: 'TCP' }],
    args: ['-f', '/config/config.yaml'],
    volumeMounts: [
      { name: 'config-volume', mountPath: '/config' },
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'xds-token', mountPath: '/var/run/secrets/xds-tokens', readOnly: true },
    ],
  });
  const requested = inRange(version, { since: '1.3.0' }) ? fromPlain({ requests: { cpu: '100m', memory: '128Mi' } }) : undefined;
  const nowhere = { start: 0, end: 0 };
  const own = items(get(spec, 'env'));
  const names = new Set(own.map(each => textOr(each, 'name', '')));
  const usual = fromPlain([
    { name: 'TERMINATION_GRACE_PERIOD_SECONDS', value: String(drain) },
    { name: 'XDS_ADDRESS', value: 'http://agentgateway:9978' },
  ]);
  const env: Node = { kind: 'list', items: [...items(usual).filter(each => !names.has(textOr(each, 'name', ''))), ...own], span: nowhere };
  const given = get(spec, 'resources');
  const resources = given === undefined ? requested : merged(requested, given);
  const proxy = mapping(nowhere, [
    ...entries(container),
    { key: 'env', keySpan: nowhere, value: env },
    ...(resources === undefined ? [] : [{ key: 'resources', keySpan: { start: 0, end: 0 }, value: resources }]),
  ]);
  const pod = fromPlain({
    serviceAccountName: name,
    securityContext: { sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }] },
    volumes: [
      { name: 'config-volume', configMap: { name } },
      { name: 'xds-token', ...token('agentgateway', 'xds-token') },
      { name: 'tmp', emptyDir: {} },
    ],
    terminationGracePeriodSeconds: integerOf(at(spec, 'shutdown', 'max')) || 60,
  });
  const containers: Entry = { key: 'containers', keySpan: nowhere, value: { kind: 'list', items: [proxy], span: nowhere } };
  return mapping(nowhere, [
    ...entries(fromPlain({ metadata: { labels } })),
    { key: 'spec', keySpan: nowhere, value: mapping(nowhere, [...entries(pod), containers]) },
  ]);
}

/** The objects as a stream of their own, for rules that see several objects. */
export const streamOfDeployed = (deployed: Deployed): Node =>
  streamOf(
    deployed.objects.map(({ node }) => node),
    [],
  );
