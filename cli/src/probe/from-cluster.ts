/** `mcpgw probe --from cluster`: servers that a namespace holds, and failures explained by the state of their Services. */
import type { Connection } from '@mcpgw/loader';
import { CliError } from '../errors.js';
import { KubeClient } from '../kube/client.js';
import { readCluster } from '../kube/kubeconfig.js';
import { serviceFault, serviceOf } from './cluster-layers.js';
import { type ClusterServers, clusterServers } from './cluster-servers.js';
import type { ProbeFlags } from './flags.js';
import type { ProbedServer, ProbeReport } from './report.js';

/** Layers at which the cluster itself may be what failed. */
const layersOfCluster: ReadonlySet<string | null> = new Set(['dns', 'tcp']);

export class ClusterProbe {
  readonly #client: KubeClient;
  readonly namespace: string;

  /** @throws InputError if no cluster is configured, or its configuration cannot be read */
  constructor({ kubeconfig, kubeContext, namespace }: ProbeFlags) {
    const cluster = readCluster({ ...(kubeconfig !== undefined && { kubeconfig }), ...(kubeContext !== undefined && { kubeContext }) });
    this.#client = new KubeClient(cluster);
    this.namespace = namespace ?? cluster.namespace ?? 'default';
  }

  /** @throws CliError if the namespace cannot be read, or names no server */
  async servers(): Promise<ClusterServers> {
    const found = await clusterServers(this.#client, this.namespace);
    if (found.texts.length > 0) return found;
    throw new CliError(
      [
        ...found.notes,
        `no MCP server in namespace ${this.namespace}: no configuration of a gateway, and no Service with a port "mcp"`,
      ].join('\n'),
    );
  }

  /** A report with the state of the Services that were not reached as its advice. */
  async explained(report: ProbeReport, connections: ReadonlyMap<string, Connection>): Promise<ProbeReport> {
    const servers = await Promise.all(report.servers.map(server => this.#explain(server, connections.get(server.id))));
    return { ...report, servers };
  }

  async #explain(server: ProbedServer, connection: Connection | undefined): Promise<ProbedServer> {
    if (server.status === 'available' || !layersOfCluster.has(server.layer)) return server;
    const address = connection !== undefined && 'url' in connection ? serviceOf(connection.url, this.namespace) : undefined;
    if (address === undefined) return server;
    const advice = await serviceFault(this.#client, address, server.layer === 'dns').catch(error => {
      if (error instanceof CliError) return undefined;
      throw error;
    });
    return advice === undefined ? server : { ...server, advice };
  }

  close(): void {
    this.#client.close();
  }
}
