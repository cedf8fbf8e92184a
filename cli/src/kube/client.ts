/** Reads from a Kubernetes API server. */
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { CliError } from '../errors.js';
import { at, isList, type JsonData, own } from '../json.js';
import type { Cluster } from './kubeconfig.js';

const timeoutMs = 30_000;
const maxAnswer = 64 * 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly body: JsonData;
}

export class KubeClient {
  readonly #cluster: Cluster;
  readonly #agent: Agent;
  readonly #resources = new Map<string, Promise<JsonData | undefined>>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    const { ca, cert, key, insecure, tlsServerName } = cluster;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: 8,
      rejectUnauthorized: !insecure,
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    });
  }

  /** The resource at a path; undefined if there is none. @throws CliError if the server cannot be reached or refuses */
  async get(path: string): Promise<JsonData | undefined> {
    const { status, body } = await this.#send(path);
    if (status === 404) return undefined;
    if (status === 200) return body;
    const message = at(body, 'message');
    throw new CliError(`the cluster answered ${status} to GET ${path}${typeof message === 'string' ? `: ${message}` : ''}`);
  }

  /** A stored object; undefined if there is none, or if the server does not know its kind. */
  async object(apiVersion: string, kind: string, namespace: string, name: string): Promise<JsonData | undefined> {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const found = this.#resources.get(base) ?? this.get(base);
    this.#resources.set(base, found);
    const resources = own(await found, 'resources');
    const resource = (isList(resources) ? resources : []).find(
      entry => own(entry, 'kind') === kind && !String(own(entry, 'name')).includes('/'),
    );
    if (resource === undefined) return undefined;
    const place = own(resource, 'namespaced') === true ? `namespaces/${encodeURIComponent(namespace)}/` : '';
    return this.get(`${base}/${place}${own(resource, 'name')}/${encodeURIComponent(name)}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string): Promise<Answer> {
    const { server, token } = this.#cluster;
    const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const isTls = server.startsWith('https:');
    return new Promise((resolve, reject) => {
      const refuse = (reason: string) => reject(new CliError(`cannot reach the cluster at ${server}: ${reason}`));
      const options = { headers, timeout: timeoutMs, ...(isTls ? { agent: this.#agent } : {}) };
      const outgoing = (isTls ? httpsRequest : httpRequest)(server + path, options, response => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxAnswer) outgoing.destroy(new Error(`an answer of more than ${maxAnswer} bytes`));
          else chunks.push(chunk);
        });
        response.on('error', error => refuse(error.message));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString()) }));
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)));
      outgoing.on('error', error => refuse(error.message || String((error as NodeJS.ErrnoException).code)));
      outgoing.end();
    });
  }
}

function parse(text: string): JsonData {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}
