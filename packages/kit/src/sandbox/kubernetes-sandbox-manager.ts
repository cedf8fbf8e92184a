/** sensitivity → mode → claim (records the strictest) → pod of that mode → has the sensitivity risen meanwhile? */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSensitivity } from '../sensitivity.js';
import type { Identity } from '../session.js';
import { type CoreApi, type KubernetesObject, type NetworkingApi, unless } from './kubernetes-api.js';
import { nameOf, networkAnnotation, networkPolicies, type SandboxPodOptions, sandboxPod, workspaceClaim } from './kubernetes-manifests.js';
import { isNetworkMode, type NetworkMode, networkModeOf, stricterMode } from './network-mode.js';
import { type Sandbox, SandboxError, type SandboxManager } from './sandbox-manager.js';

export interface KubernetesSandboxOptions extends SandboxPodOptions {
  /** `kubeConfig.makeApiClient(CoreV1Api)` of `@kubernetes/client-node`. */
  readonly core: CoreApi;
  /** `kubeConfig.makeApiClient(NetworkingV1Api)`. */
  readonly networking: NetworkingApi;
  /** The sensitivity of a session's data, such as `new PrivateData({ ...session, ...environment }).sensitivity()`. A failure counts as secret. */
  readonly sensitivity: (session: Identity) => Promise<DataSensitivity>;
  /** Timeout for the removal of a sandbox, in milliseconds: 60000 by default. */
  readonly goneWithinMs?: number;
}

const defaultGoneWithinMs = 60_000;
const pollMs = 200;
/** Maximum number of rounds that other managers may interrupt before this one gives up. */
const maxRounds = 20;

/**
 * Sandboxes as pods, workspaces as persistent volume claims. Any number of managers may work on the same sessions: the pod of a session
 * has one name, so there is never a second, and the claim records the strictest network that the workspace was used with.
 */
export class KubernetesSandboxManager implements SandboxManager {
  readonly #options: KubernetesSandboxOptions;
  #policies: Promise<void> | undefined;

  constructor(options: KubernetesSandboxOptions) {
    this.#options = options;
  }

  async ensure(session: Identity): Promise<Sandbox> {
    const name = nameOf(this.#options, session);
    return reporting(`The sandbox ${name} cannot be made`, async () => {
      await this.#ensurePolicies();
      let created = false;
      for (let round = 0; round < maxRounds; round++) {
        const network = await this.#raise(name, await this.#needed(session));
        const pod = await this.#pod(name, network);
        created ||= pod === 'created';
        // This detects a level that rose while the pod was created, here or by another manager.
        if (pod !== 'again' && (await this.#raise(name, await this.#needed(session))) === network) return { name, network, created };
      }
      throw new SandboxError('it kept changing');
    });
  }

  async remove(session: Identity, { workspace = false }: { readonly workspace?: boolean } = {}): Promise<void> {
    const { core, namespace } = this.#options;
    const name = nameOf(this.#options, session);
    await reporting(`The sandbox ${name} cannot be removed`, async () => {
      const pod = await unless(404, core.readNamespacedPod({ namespace, name }));
      if (pod) await this.#removePod(name, pod);
      if (workspace) await unless(404, core.deleteNamespacedPersistentVolumeClaim({ namespace, name }));
    });
  }

  async #needed(session: Identity): Promise<NetworkMode> {
    const mode = networkModeOf(await this.#options.sensitivity(session).catch(() => 'secret' as const));
    return mode === 'PROXIED' && !this.#options.proxy ? 'NONE' : mode;
  }

  /** Makes sure that the claim exists and records at least `needed`; returns the strictest network that it records. */
  async #raise(name: string, needed: NetworkMode): Promise<NetworkMode> {
    const { core, namespace } = this.#options;
    for (let round = 0; round < maxRounds; round++) {
      const claim = await unless(404, core.readNamespacedPersistentVolumeClaim({ namespace, name }));
      if (claim?.metadata?.deletionTimestamp !== undefined) throw new SandboxError('its workspace is being removed');
      const remembered = claim && modeIn(claim);
      const network = remembered ? stricterMode(remembered, needed) : needed;
      if (network === remembered) return network;
      const written = claim
        ? core.replaceNamespacedPersistentVolumeClaim({ namespace, name, body: withMode(claim, network) })
        : core.createNamespacedPersistentVolumeClaim({ namespace, body: workspaceClaim(this.#options, name, network) });
      if (await unless(409, written)) return network;
    }
    throw new SandboxError('its workspace kept changing');
  }

  /** Keeps a pod that runs on `network`; removes any other pod, or creates a missing one. `again` means: check once more. */
  async #pod(name: string, network: NetworkMode): Promise<'kept' | 'created' | 'again'> {
    const { core, namespace } = this.#options;
    const pod = await unless(404, core.readNamespacedPod({ namespace, name }));
    if (!pod) {
      const made = await unless(409, core.createNamespacedPod({ namespace, body: sandboxPod(this.#options, name, network) }));
      return made ? 'created' : 'again';
    }
    if (isAlive(pod) && modeIn(pod) === network) return 'kept';
    await this.#removePod(name, pod);
    return 'again';
  }

  /** Removes this pod, not one that has taken its name, and waits until it is gone: until then, its processes may run. */
  async #removePod(name: string, { metadata: { uid } = {} }: KubernetesObject): Promise<void> {
    const { core, namespace, goneWithinMs = defaultGoneWithinMs } = this.#options;
    const body = uid === undefined ? {} : { preconditions: { uid } };
    await unless(409, unless(404, core.deleteNamespacedPod({ namespace, name, gracePeriodSeconds: 1, body })));
    for (let waited = 0; waited <= goneWithinMs; waited += pollMs) {
      const pod = await unless(404, core.readNamespacedPod({ namespace, name }));
      if (!pod || pod.metadata?.uid !== uid) return;
      await sleep(pollMs);
    }
    throw new SandboxError(`it is still there ${goneWithinMs / 1000} s after it was removed`);
  }

  #ensurePolicies(): Promise<void> {
    this.#policies ??= this.#writePolicies().catch(error => {
      this.#policies = undefined;
      throw error;
    });
    return this.#policies;
  }

  async #writePolicies(): Promise<void> {
    const { networking, namespace } = this.#options;
    for (const [name, body] of networkPolicies(this.#options)) {
      const made = await unless(409, networking.createNamespacedNetworkPolicy({ namespace, body }));
      if (!made) await networking.replaceNamespacedNetworkPolicy({ namespace, name, body });
    }
  }
}

/** The mode of an object; if our object has none, somebody changed it, and it counts as the strictest. */
function modeIn({ metadata }: KubernetesObject): NetworkMode {
  const mode = metadata?.annotations?.[networkAnnotation];
  return isNetworkMode(mode) ? mode : 'NONE';
}

function withMode(object: KubernetesObject, network: NetworkMode): object {
  const annotations = { ...object.metadata?.annotations, [networkAnnotation]: network };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function isAlive({ metadata, status }: KubernetesObject): boolean {
  return metadata?.deletionTimestamp === undefined && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

async function reporting<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SandboxError(`${message}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The message of an answer of the API server, without its headers. */
function reasonOf(error: unknown): string {
  const { code, body, message } = error as { readonly code?: unknown; readonly body?: unknown; readonly message?: unknown };
  if (typeof code !== 'number') return String(message);
  const said = messageIn(body);
  return `the API server answered ${code}${said === undefined ? '' : `, ${said}`}`;
}

/** The text of a Status object, as JSON or already parsed. */
function messageIn(body: unknown): string | undefined {
  try {
    const { message } = (typeof body === 'string' ? JSON.parse(body) : body) as { readonly message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
