/**
 * The MCP servers of a namespace: those that the configurations of a gateway or a proxy name, and Services that say that they are one. A
 * server of a configuration hides the Service that it reaches.
 */
import { CliError } from '../errors.js';
import { at, isList, isMap, type JsonData, type JsonMap, own } from '../json.js';
import type { KubeClient } from '../kube/client.js';
import type { ServerText } from './targets.js';

/** What the cluster holds about servers. */
export interface ClusterServers {
  readonly texts: readonly ServerText[];
  /** Lines for stderr: what could not be read. */
  readonly notes: readonly string[];
}

/** Values of `appProtocol` that mark the port of an MCP server. */
const mcpProtocols: ReadonlySet<JsonData | undefined> = new Set(['mcp', 'kgateway.dev/mcp', 'agentgateway.dev/mcp']);

/** Names of files in a ConfigMap that may be a configuration. */
const configurationName = /\.(?:ya?ml|json)$/;

export const text = (value: JsonData | undefined): string => (typeof value === 'string' ? value : '');
export const list = (value: JsonData | undefined): readonly JsonData[] => (isList(value) ? value : []);
const nameOf = (object: JsonData): string => text(at(object, 'metadata', 'name'));

/** The port of a Service that says by its name or protocol that it speaks MCP, as those of the chart's servers do. */
function mcpPort(service: JsonData): JsonData | undefined {
  const ports = list(at(service, 'spec', 'ports'));
  const marked = ports.find(port => own(port, 'name') === 'mcp' || mcpProtocols.has(own(port, 'appProtocol')));
  return own(marked, 'port');
}

/** Names that a Service has for pods. */
function hostsOf(name: string, namespace: string): string[] {
  return [name, `${name}.${namespace}`, `${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
}

/** Services that say that they are MCP servers, as a list of servers that `readServers` reads. */
function serviceList(services: readonly JsonData[], namespace: string, known: string): ServerText | undefined {
  const found: [string, JsonMap][] = [];
  for (const service of services) {
    const [name, port] = [nameOf(service), mcpPort(service)];
    const isNamed = hostsOf(name, namespace).some(host => known.includes(`//${host}:${port}/`));
    if (port !== undefined && !isNamed) found.push([name, { url: `http://${name}.${namespace}.svc:${port}/mcp` }]);
  }
  if (found.length === 0) return undefined;
  return { file: `Services of ${namespace}`, name: namespace, text: JSON.stringify({ mcpServers: Object.fromEntries(found) }) };
}

/** Reads a namespace. @throws CliError if nothing of it can be read */
export async function clusterServers(client: KubeClient, namespace: string): Promise<ClusterServers> {
  const notes: string[] = [];
  const place = encodeURIComponent(namespace);
  const items = async (path: string): Promise<readonly JsonData[]> => {
    try {
      return list(own(await client.get(path), 'items'));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      notes.push(error.message);
      return [];
    }
  };
  const maps = await items(`/api/v1/namespaces/${place}/configmaps`);
  const backends = await items(`/apis/agentgateway.dev/v1alpha1/namespaces/${place}/agentgatewaybackends`);
  const services = await items(`/api/v1/namespaces/${place}/services`);
  const texts: ServerText[] = [];
  for (const map of maps) {
    const data = own(map, 'data');
    for (const [key, value] of Object.entries(isMap(data) ? data : {})) {
      if (configurationName.test(key)) texts.push({ file: `ConfigMap ${nameOf(map)}, ${key}`, name: nameOf(map), text: text(value) });
    }
  }
  for (const backend of backends)
    texts.push({ file: `AgentgatewayBackend ${nameOf(backend)}`, name: nameOf(backend), text: JSON.stringify(backend) });
  const known = texts.map(entry => entry.text).join('\n');
  const listed = serviceList(services, namespace, known);
  if (listed !== undefined) texts.push(listed);
  if (notes.length === 3) throw new CliError(notes[0]!);
  return { texts, notes };
}
