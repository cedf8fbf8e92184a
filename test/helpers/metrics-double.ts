/** A named test double of the metrics API (metrics.k8s.io), so that the real HorizontalPodAutoscaler scales by figures that a test chooses. */
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endServer, findProgram, here, type Kube, type KubePlace, type Server, startServer } from './kube.js';
import { until } from './until.js';

const openssl = findProgram('openssl', undefined);
export const metricsDoubleMissing: string | undefined = openssl === undefined ? 'needs openssl' : undefined;
const program = fileURLToPath(new URL('metrics-program.mjs', import.meta.url));

export interface Usage {
  /** Name of the container that uses it. */
  readonly container: string;
  readonly pods: readonly string[];
  /** Of each pod, as quantities. */
  readonly usage: { readonly cpu: string; readonly memory: string };
}

/** Every pod of the last `say` uses what it said; others have no figures. */
export class MetricsDouble {
  readonly #state: string;
  readonly #server: Server;

  private constructor(state: string, server: Server) {
    this.#state = state;
    this.#server = server;
  }

  /** Starts beside the API server, registers, and waits until the API is served. */
  static async start(kube: Kube, place: KubePlace = here): Promise<MetricsDouble> {
    const [state, key, cert] = ['double.json', 'double.key', 'double.crt'].map(name => join(kube.folder, name)) as [string, string, string];
    const flags = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    spawnSync(openssl!, ['req', '-x509', ...flags, '-out', cert, '-keyout', key]);
    const double = new MetricsDouble(state, startServer(...place.command(process.execPath, [program, state, cert, key])));
    double.say({ container: '', pods: [], usage: { cpu: '0', memory: '0' } });
    await register(kube, await double.#port());
    return double;
  }

  #port(): Promise<number> {
    const { child, log } = this.#server;
    return new Promise((resolve, reject) => {
      const lines = createInterface(child.stdout!);
      lines.on('line', line => resolve(Number(/^port (\d+)$/.exec(line)?.[1])));
      lines.on('close', () => reject(new Error(`the metrics double ended: ${log()}`)));
    });
  }

  /** What the answers say from now on. */
  say(usage: Usage): void {
    writeFileSync(`${this.#state}.new`, JSON.stringify(usage));
    renameSync(`${this.#state}.new`, this.#state);
  }

  stop(): Promise<void> {
    return endServer(this.#server);
  }
}

async function register(kube: Kube, port: number): Promise<void> {
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics' }, spec };
  await kube.ask('/api/v1/namespaces/kube-system/services', { method: 'POST', body: service });
  const body = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { name: 'metrics', namespace: 'kube-system', port },
    },
  };
  await kube.ask('/apis/apiregistration.k8s.io/v1/apiservices', { method: 'POST', body });
  await until(async () => (await kube.request('/apis/metrics.k8s.io/v1beta1')).status === 200, 'the metrics API is served');
}
