/** Correct files of every kind that `mcpgw validate` knows, with the positions where faults can be inserted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { customExamples } from '@mcpgw/custom-resources';
import type { Path } from '@mcpgw/diagnostics';
import { clusterExamples, coreExamples, networkingExamples, policyExamples, workloadExamples } from '@mcpgw/kubernetes';
import { parseAllDocuments, parse as parseYamlText } from 'yaml';
import { fileExamples } from '../../packages/validate/src/schema/file-examples.js';

/** The kind of a position, which decides which faults fit. */
export type Place =
  | 'struct'
  | 'text'
  | 'integer'
  | 'enum'
  | 'required'
  | 'duration'
  | 'url'
  | 'port'
  | 'host'
  | 'reference'
  | 'named'
  | 'name'
  | 'boolean'
  | 'list'
  | 'u64';

export interface Example {
  readonly title: string;
  readonly kind: string;
  /** The name of the file, which determines the kind if the content does not. */
  readonly file: string;
  readonly data: unknown;
  readonly json: boolean;
  readonly gatewayVersion?: string;
  readonly places: Readonly<Partial<Record<Place, Path>>>;
}

const root = join(__dirname, '../..');

interface ManifestHead {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: unknown;
}

const manifests = [coreExamples, workloadExamples, networkingExamples, policyExamples, clusterExamples, customExamples]
  .flatMap(text => parseAllDocuments(text, { version: '1.1' }))
  .map(document => document.toJS() as ManifestHead)
  .filter(Boolean)
  .map(
    (data): Example => ({
      title: `${data.apiVersion} ${data.kind}`,
      kind: 'manifest',
      file: 'manifest.yaml',
      data,
      json: false,
      places: {
        struct: [],
        ...('metadata' in data && { text: ['metadata', 'name'] }),
        required: ['kind'],
      },
    }),
  );

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          { name: 'web', image: 'registry.example.com/web:1', imagePullPolicy: 'Always', ports: [{ name: 'http', containerPort: 80 }] },
        ],
      },
    },
  },
};
const container: Path = ['spec', 'template', 'spec', 'containers', 0];
const route = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'r', namespace: 'web' },
  spec: {
    parentRefs: [{ name: 'gw' }],
    hostnames: ['a.example.com'],
    rules: [
      { matches: [{ path: { type: 'PathPrefix', value: '/a' } }], backendRefs: [{ name: 'a', port: 80 }], timeouts: { request: '5s' } },
    ],
  },
};
const policy = {
  apiVersion: 'agentgateway.dev/v1alpha1',
  kind: 'AgentgatewayPolicy',
  metadata: { name: 'p', namespace: 'web' },
  spec: {
    targetRefs: [{ group: '', kind: 'Service', name: 'authz' }],
    backend: { http: { version: 'HTTP2', requestTimeout: '2s' } },
  },
};

const detailed: readonly Example[] = [
  {
    title: 'a Deployment with every place',
    kind: 'manifest',
    file: 'deployment.yaml',
    data: deployment,
    json: false,
    places: {
      struct: container,
      text: [...container, 'name'],
      integer: ['spec', 'replicas'],
      enum: [...container, 'imagePullPolicy'],
      required: [...container, 'name'],
      port: [...container, 'ports', 0, 'containerPort'],
      named: [...container.slice(0, -1)],
      name: ['metadata', 'name'],
      list: [...container, 'ports'],
      u64: ['spec', 'replicas'],
    },
  },
  {
    title: 'an HTTPRoute with every place',
    kind: 'manifest',
    file: 'route.yaml',
    data: route,
    json: false,
    places: {
      struct: ['spec', 'rules', 0],
      text: ['spec', 'parentRefs', 0, 'name'],
      integer: ['spec', 'rules', 0, 'backendRefs', 0, 'port'],
      enum: ['spec', 'rules', 0, 'matches', 0, 'path', 'type'],
      required: ['spec', 'rules', 0, 'backendRefs', 0, 'name'],
      duration: ['spec', 'rules', 0, 'timeouts', 'request'],
      port: ['spec', 'rules', 0, 'backendRefs', 0, 'port'],
      host: ['spec', 'hostnames', 0],
      name: ['metadata', 'name'],
      list: ['spec', 'parentRefs'],
    },
  },
  {
    title: 'an AgentgatewayPolicy with every place',
    kind: 'manifest',
    file: 'policy.yaml',
    data: policy,
    json: false,
    places: {
      struct: ['spec', 'backend', 'http'],
      text: ['spec', 'targetRefs', 0, 'name'],
      enum: ['spec', 'backend', 'http', 'version'],
      required: ['spec', 'targetRefs', 0, 'kind'],
      duration: ['spec', 'backend', 'http', 'requestTimeout'],
      name: ['metadata', 'name'],
      list: ['spec', 'targetRefs'],
    },
  },
];

const staticRoute: Path = ['binds', 0, 'listeners', 0, 'routes', 0];
const target: Path = [...staticRoute, 'backends', 0, 'mcp', 'targets', 0];
const statics = (['v0.12.0', 'v1.1.0', 'v1.4.1'] as const).map(
  (version): Example => ({
    title: `static configuration of ${version}`,
    kind: 'agentgateway',
    file: 'config.yaml',
    json: false,
    gatewayVersion: version,
    data: {
      binds: [
        {
          port: 3000,
          listeners: [
            {
              protocol: 'HTTP',
              routes: [
                {
                  name: 'a',
                  policies: {
                    timeout: { requestTimeout: '30s' },
                    localRateLimit: [{ maxTokens: 10, tokensPerFill: 1, fillInterval: '1s' }],
                  },
                  backends: [{ mcp: { targets: [{ name: 'tickets', mcp: { host: 'http://localhost:8000/mcp' } }] } }],
                },
                { name: 'b', matches: [{ path: { pathPrefix: '/b' } }], backends: [{ host: 'b.example.com:80' }] },
              ],
            },
          ],
        },
      ],
    },
    places: {
      struct: staticRoute,
      text: [...target, 'name'],
      integer: ['binds', 0, 'port'],
      enum: ['binds', 0, 'listeners', 0, 'protocol'],
      required: ['binds', 0, 'port'],
      duration: [...staticRoute, 'policies', 'timeout', 'requestTimeout'],
      url: [...target, 'mcp', 'host'],
      port: ['binds', 0, 'port'],
      host: ['binds', 0, 'listeners', 0, 'routes', 1, 'backends', 0, 'host'],
      list: ['binds', 0, 'listeners'],
      u64: [...staticRoute, 'policies', 'localRateLimit', 0, 'maxTokens'],
    },
  }),
);

const format = (name: string, file: string, json: boolean, places: Example['places']): Example => ({
  title: name,
  kind: name,
  file,
  data: fileExamples[name]![0],
  json,
  places,
});

const lists: readonly Example[] = [
  format('mcp-config', 'mcp_config.json', true, {
    struct: ['mcpServers', 0],
    text: ['mcpServers', 0, 'name'],
    enum: ['mcpServers', 0, 'protocol'],
    required: ['mcpServers', 0, 'name'],
    url: ['mcpServers', 0, 'url'],
    boolean: ['mcpServers', 0, 'enabled'],
    named: ['mcpServers'],
    list: ['mcpServers', 1, 'args'],
  }),
  format('client-config', '.mcp.json', true, {
    struct: ['mcpServers', 'tickets'],
    text: ['mcpServers', 'files', 'command'],
    enum: ['mcpServers', 'tickets', 'type'],
    url: ['mcpServers', 'tickets', 'url'],
    list: ['mcpServers', 'files', 'args'],
  }),
  format('vscode-config', 'mcp.json', true, {
    struct: ['servers', 'tickets'],
    text: ['servers', 'files', 'command'],
    enum: ['servers', 'tickets', 'type'],
    list: ['servers', 'files', 'args'],
  }),
  format('opencode-config', 'opencode.json', true, {
    struct: ['mcp', 'tickets'],
    enum: ['mcp', 'tickets', 'type'],
    url: ['mcp', 'tickets', 'url'],
    boolean: ['mcp', 'files', 'enabled'],
    list: ['mcp', 'files', 'command'],
  }),
  format('langchain-config', 'servers.json', true, {
    struct: ['tickets'],
    text: ['files', 'command'],
    enum: ['tickets', 'transport'],
    url: ['tickets', 'url'],
    list: ['files', 'args'],
  }),
  format('mcp-servers', 'mcp_servers.yaml', false, {
    struct: ['mcp_servers', 'sql'],
    text: ['mcp_servers', 'template', 'name'],
    enum: ['mcp_servers', 'sql', 'type'],
    required: ['mcp_servers', 'template', 'type'],
    url: ['mcp_servers', 'sql', 'url'],
    integer: ['mcp_servers', 'template', 'port'],
    port: ['mcp_servers', 'template', 'port'],
  }),
  {
    title: 'gateway.yaml',
    kind: 'serve',
    file: 'gateway.yaml',
    json: false,
    data: {
      listen: '127.0.0.1:8080',
      servers: { tickets: { url: 'https://tickets.example.com/mcp' } },
      store: { type: 'file' },
      limits: { sessions: 10 },
      timeouts: { call: '30s' },
    },
    places: {
      struct: ['servers', 'tickets'],
      text: ['listen'],
      enum: ['store', 'type'],
      url: ['servers', 'tickets', 'url'],
      integer: ['limits', 'sessions'],
      duration: ['timeouts', 'call'],
      host: ['listen'],
    },
  },
  {
    title: 'settings',
    kind: 'settings',
    file: 'mcpgw.config.yaml',
    json: false,
    data: fileExamples['mcpgw-config']![0],
    places: {
      struct: [],
      text: ['gatewayVersion'],
      enum: ['rules', 'jwks-plain-http', 'severity'],
      required: ['rules', 'jwks-plain-http', 'severity'],
    },
  },
  {
    title: 'a golden case',
    kind: 'golden-case',
    file: 'case.yaml',
    json: false,
    data: { release: 'mcp', namespace: 'mcp', valuesFiles: ['values.yaml'], set: ['a=b'] },
    places: { struct: [], text: ['release'], list: ['set'] },
  },
];

const values = (name: string, places: Example['places']): Example => ({
  title: `values: ${name}`,
  kind: 'values',
  file: 'values.yaml',
  json: false,
  data: parseYamlText(readFileSync(join(root, 'examples', name), 'utf8')) as unknown,
  places,
});

const charts: readonly Example[] = [
  values('first-route/values.yaml', { struct: ['global', 'agentgateway'] }),
  values('two-instances/values.yaml', {
    struct: ['mcpServers', 0],
    text: ['mcpServers', 0, 'id'],
    required: ['mcpServers', 0, 'id'],
    named: ['mcpServers'],
  }),
  {
    title: 'values: a few',
    kind: 'values',
    file: 'values.yaml',
    json: false,
    data: {
      global: { agentgateway: { version: 'v1.4.1', extraMcpTargets: [{ id: 'a', host: 'a.example.com', port: 80 }] } },
      replicaCount: 1,
      image: { pullPolicy: 'Always' },
      service: { type: 'ClusterIP' },
    },
    places: {
      struct: ['image'],
      text: ['global', 'agentgateway', 'extraMcpTargets', 0, 'id'],
      integer: ['replicaCount'],
      enum: ['image', 'pullPolicy'],
      list: ['global', 'agentgateway', 'extraMcpTargets'],
      port: ['global', 'agentgateway', 'extraMcpTargets', 0, 'port'],
    },
  },
];

export const examples: readonly Example[] = [...manifests, ...detailed, ...statics, ...lists, ...charts];
