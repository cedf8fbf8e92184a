/** Sides of a comparison that come from a cluster. */

import { CliError } from '../errors.js';
import { isMap, type JsonMap } from '../json.js';
import { KubeClient } from '../kube/client.js';
import { type ClusterFlags, readCluster } from '../kube/kubeconfig.js';
import { type Release, readRelease } from '../kube/release.js';
import { type DiffObject, idOf, objectOf, readObjects } from './objects.js';

export interface ReleaseName {
  readonly name: string;
  readonly namespace: string;
}

export interface LiveObjects {
  readonly objects: readonly DiffObject[];
  /** The object in the last release, by `idOf`. */
  readonly base: ReadonlyMap<string, JsonMap>;
}

/** The requests of a comparison to a cluster. `close` lets the process end. */
export class ClusterSource {
  readonly #client: KubeClient;
  readonly #release: ReleaseName;

  /** @throws InputError if no cluster is configured */
  constructor(flags: ClusterFlags, release: ReleaseName) {
    this.#client = new KubeClient(readCluster(flags));
    this.#release = release;
  }

  /** The objects of a stored release. @throws CliError if there is none */
  async release(revision: number | undefined): Promise<DiffObject[]> {
    const found = await this.#find(revision);
    const { name, namespace } = this.#release;
    if (found === undefined) {
      throw new CliError(
        `the cluster has no ${revision === undefined ? '' : `revision ${revision} of `}release ${name} in namespace ${namespace}`,
      );
    }
    return this.#objectsOf(found);
  }

  /**
   * The live objects of the other side and of the deployed release. If the client may not read Helm's records, objects that the other
   * side lacks are not compared, and `warn` is called.
   */
  async live(others: readonly DiffObject[], warn: (text: string) => void): Promise<LiveObjects> {
    const released = await this.#find(undefined).catch(error => {
      if (!(error instanceof CliError)) throw error;
      warn(`${error.message}; objects that only the cluster has are not seen`);
      return undefined;
    });
    const last = released === undefined ? [] : this.#objectsOf(released);
    const wanted = new Map([...last, ...others].map(object => [idOf(object), object]));
    const found = await Promise.all([...wanted.values()].map(object => this.#read(object)));
    return {
      objects: found.filter(object => object !== undefined),
      base: new Map(last.map(object => [idOf(object), object.value])),
    };
  }

  close(): void {
    this.#client.close();
  }

  #find(revision: number | undefined): Promise<Release | undefined> {
    return readRelease(this.#client, this.#release.name, this.#release.namespace, revision);
  }

  #objectsOf({ manifest, revision }: Release): DiffObject[] {
    return readObjects(manifest, `release ${this.#release.name}, revision ${revision}`, this.#release.namespace);
  }

  async #read({ apiVersion, kind, namespace, name }: DiffObject): Promise<DiffObject | undefined> {
    const value = await this.#client.object(apiVersion, kind, namespace, name);
    return isMap(value) ? objectOf({ ...value, apiVersion, kind }, `${kind} ${name}`, namespace) : undefined;
  }
}
