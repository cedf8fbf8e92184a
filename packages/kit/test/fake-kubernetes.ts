/** An API server in memory for sandboxes: names are unique, versions are checked, a removed pod takes a while to go. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreApi, KubernetesObject, NetworkingApi } from '../src/sandbox/kubernetes-api.js';

// biome-ignore lint/suspicious/noExplicitAny: objects as they are sent
type Any = any;

const refusal = (code: number, message: string) => Object.assign(new Error('refused'), { code, body: JSON.stringify({ message }) });

export class FakeKubernetes {
  readonly pods = new Map<string, Any>();
  readonly claims = new Map<string, Any>();
  readonly policies = new Map<string, Any>();
  /** Every pod that was ever made, by its network, in order. */
  readonly made: string[] = [];
  /** Called before each request is carried out. */
  before: (request: string) => Promise<void> | void = () => {};
  /** Reads of a removed pod until it is gone. */
  goneAfterReads = 0;
  #uid = 0;

  readonly core: CoreApi = {
    readNamespacedPod: async ({ name }) => {
      await this.#arrive('read pod');
      const pod = this.#found(this.pods, name);
      if (pod.metadata.deletionTimestamp && --pod.reads < 0) this.pods.delete(name);
      return structuredClone(this.#found(this.pods, name));
    },
    createNamespacedPod: async ({ body }) => {
      await this.#arrive('create pod');
      const pod = this.#create(this.pods, body, { phase: 'Pending' });
      this.made.push(pod.metadata.labels['mcpgw/network']);
      return pod;
    },
    deleteNamespacedPod: async ({ name, body }) => {
      await this.#arrive('delete pod');
      const pod = this.#found(this.pods, name);
      if (body?.preconditions?.uid !== pod.metadata.uid) throw refusal(409, 'another uid');
      pod.metadata.deletionTimestamp = new Date();
      pod.reads = this.goneAfterReads;
      if (this.goneAfterReads === 0) this.pods.delete(name);
    },
    readNamespacedPersistentVolumeClaim: async ({ name }) => {
      await this.#arrive('read claim');
      return structuredClone(this.#found(this.claims, name));
    },
    createNamespacedPersistentVolumeClaim: async ({ body }) => {
      await this.#arrive('create claim');
      return this.#create(this.claims, body);
    },
    replaceNamespacedPersistentVolumeClaim: async ({ name, body }) => {
      await this.#arrive('replace claim');
      const [old, next] = [this.#found(this.claims, name), structuredClone(body) as Any];
      if (old.metadata.resourceVersion !== next.metadata.resourceVersion) throw refusal(409, 'the object has been modified');
      next.metadata.resourceVersion = String(++this.#uid);
      this.claims.set(name, next);
      return next;
    },
    deleteNamespacedPersistentVolumeClaim: async ({ name }) => {
      await this.#arrive('delete claim');
      this.#found(this.claims, name);
      this.claims.delete(name);
    },
  };

  readonly networking: NetworkingApi = {
    createNamespacedNetworkPolicy: async ({ body }) => {
      await this.#arrive('create policy');
      return this.#create(this.policies, body);
    },
    replaceNamespacedNetworkPolicy: async ({ name, body }) => {
      await this.#arrive('replace policy');
      this.policies.set(name, body);
    },
  };

  async #arrive(request: string): Promise<void> {
    await this.before(request);
    await sleep(0);
  }

  #found(objects: Map<string, Any>, name: string): Any {
    const object = objects.get(name);
    if (!object) throw refusal(404, `${name} not found`);
    return object;
  }

  #create(objects: Map<string, Any>, body: object, status?: object): KubernetesObject & Any {
    const object = structuredClone(body) as Any;
    if (objects.has(object.metadata.name)) throw refusal(409, `${object.metadata.name} already exists`);
    const id = String(++this.#uid);
    Object.assign(object.metadata, { uid: id, resourceVersion: id });
    if (status) object.status = status;
    objects.set(object.metadata.name, object);
    return object;
  }
}
