/** The part of `@kubernetes/client-node`'s CoreV1Api and NetworkingV1Api that sandboxes need, so that the kit does not depend on it. */

export interface KubernetesObject {
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: unknown;
  };
  readonly status?: { readonly phase?: string } | undefined;
}

interface Named {
  readonly namespace: string;
  readonly name: string;
}

interface New {
  readonly namespace: string;
  readonly body: object;
}

type Deletion = Named & { readonly gracePeriodSeconds?: number; readonly body?: { readonly preconditions?: { readonly uid?: string } } };

/** `kubeConfig.makeApiClient(CoreV1Api)` is one. */
export interface CoreApi {
  readNamespacedPod(request: Named): Promise<KubernetesObject>;
  createNamespacedPod(request: New): Promise<KubernetesObject>;
  deleteNamespacedPod(request: Deletion): Promise<unknown>;
  readNamespacedPersistentVolumeClaim(request: Named): Promise<KubernetesObject>;
  createNamespacedPersistentVolumeClaim(request: New): Promise<KubernetesObject>;
  replaceNamespacedPersistentVolumeClaim(request: Named & New): Promise<KubernetesObject>;
  deleteNamespacedPersistentVolumeClaim(request: Deletion): Promise<unknown>;
}

/** `kubeConfig.makeApiClient(NetworkingV1Api)` is one. */
export interface NetworkingApi {
  createNamespacedNetworkPolicy(request: New): Promise<unknown>;
  replaceNamespacedNetworkPolicy(request: Named & New): Promise<unknown>;
}

/** The HTTP status of a refusal, which the client carries as `code`. */
function statusOf(error: unknown): number | undefined {
  const code = typeof error === 'object' && error !== null ? (error as { readonly code?: unknown }).code : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** The answer, or undefined if the server answered `status` (404: not found; 409: already exists, or changed meanwhile). */
export async function unless<T>(status: 404 | 409, request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === status) return undefined;
    throw error;
  }
}
