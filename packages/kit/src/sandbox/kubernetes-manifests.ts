/** The objects of a sandbox: a claim for the workspace, a pod of the restricted security standard, one network policy per mode. */
import { createHash } from 'node:crypto';
import type { Identity } from '../session.js';
import { type NetworkMode, networkModes } from './network-mode.js';

export interface SandboxPodOptions {
  readonly namespace: string;
  readonly image: string;
  /** Command of the container; `sleep infinity` by default. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Prefix of the names of all objects: `sandbox` by default. */
  readonly namePrefix?: string;
  /** The forward proxy of the mode PROXIED. Without one, confidential data means NONE. */
  readonly proxy?: ForwardProxy;
  /** Size of the workspace: `1Gi` by default. */
  readonly workspaceSize?: string;
  readonly storageClassName?: string;
  readonly resources?: object;
  /** Seconds after which a sandbox ends by itself: 3600 by default. The workspace stays. */
  readonly sessionTimeoutSeconds?: number;
  /** User and group that the container runs as: 65534 (nobody) by default. */
  readonly runAsUser?: number;
}

export interface ForwardProxy {
  /** Its address as an IP, because no name is resolved in a sandbox: `http://10.96.0.20:3128`. */
  readonly url: string;
  /** Labels of its pods, in the namespace of the sandboxes. */
  readonly podLabels: Readonly<Record<string, string>>;
  readonly port: number;
}

const networkLabel = 'mcpgw/network';
const sandboxLabel = 'mcpgw/sandbox';

/** Annotation with the strictest network that a workspace was ever used with. */
export const networkAnnotation = networkLabel;

export const prefixOf = ({ namePrefix = 'sandbox' }: SandboxPodOptions): string => namePrefix;

/** Name of a session's objects: ids may contain any character, so they are hashed. */
export function nameOf(options: SandboxPodOptions, { userId, sessionId }: Identity): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, sessionId]))
    .digest('hex');
  return `${prefixOf(options)}-${digest.slice(0, 24)}`;
}

export function workspaceClaim(options: SandboxPodOptions, name: string, network: NetworkMode): object {
  const { workspaceSize = '1Gi', storageClassName } = options;
  return {
    metadata: { name, labels: { [sandboxLabel]: name }, annotations: { [networkAnnotation]: network } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: workspaceSize } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  };
}

/** The pod itself is the only nameserver, and it resolves no names. */
const noNames = {
  dnsPolicy: 'None',
  dnsConfig: {
    nameservers: ['127.0.0.1'],
    options: [
      { name: 'timeout', value: '1' },
      { name: 'attempts', value: '1' },
    ],
  },
};

function environment({ env = {}, proxy }: SandboxPodOptions, network: NetworkMode): object[] {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
  const proxied = network === 'PROXIED' && proxy ? Object.fromEntries(names.map(name => [name, proxy.url])) : {};
  return Object.entries({ ...env, ...proxied, MCP_NETWORK: network }).map(([name, value]) => ({ name, value }));
}

export function sandboxPod(options: SandboxPodOptions, name: string, network: NetworkMode): object {
  const { image, command = ['sleep', 'infinity'], resources, runAsUser = 65534, sessionTimeoutSeconds = 3600 } = options;
  return {
    metadata: { name, labels: { [sandboxLabel]: name, [networkLabel]: network }, annotations: { [networkAnnotation]: network } },
    spec: {
      restartPolicy: 'Never',
      activeDeadlineSeconds: sessionTimeoutSeconds,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(network === 'FULL' ? {} : noNames),
      securityContext: {
        runAsNonRoot: true,
        runAsUser,
        runAsGroup: runAsUser,
        fsGroup: runAsUser,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'sandbox',
          image,
          command,
          workingDir: '/workspace',
          env: environment(options, network),
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          ...(resources !== undefined && { resources }),
          volumeMounts: [
            { name: 'workspace', mountPath: '/workspace' },
            { name: 'tmp', mountPath: '/tmp' },
          ],
        },
      ],
      volumes: [
        { name: 'workspace', persistentVolumeClaim: { claimName: name } },
        { name: 'tmp', emptyDir: {} },
      ],
    },
  };
}

function egress(mode: NetworkMode, { proxy }: SandboxPodOptions): object[] {
  if (mode === 'FULL') return [{}];
  if (mode === 'NONE' || !proxy) return [];
  return [{ to: [{ podSelector: { matchLabels: proxy.podLabels } }], ports: [{ port: proxy.port, protocol: 'TCP' }] }];
}

/** One policy per mode, by name: no ingress, and the egress of the mode. */
export function networkPolicies(options: SandboxPodOptions): Map<string, object> {
  const policies = networkModes.map((mode): [string, object] => {
    const name = `${prefixOf(options)}-${mode.toLowerCase()}`;
    const selector = { matchLabels: { [networkLabel]: mode }, matchExpressions: [{ key: sandboxLabel, operator: 'Exists' }] };
    const spec = { podSelector: selector, policyTypes: ['Ingress', 'Egress'], ingress: [], egress: egress(mode, options) };
    return [name, { metadata: { name }, spec }];
  });
  return new Map(policies);
}
