import { unknownTool } from '@mcpgw/failures';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions, SourceTool, ToolSource } from '../tools/source.js';
import { buildRequest } from './build-request.js';
import { type RestApi, type RestEndpoint, restDefaults } from './endpoint.js';
import { RestClient } from './http.js';
import { toolOf } from './input-schema.js';
import { interpretResponse } from './interpret-response.js';
import { type ApiHeaders, apiHeaders, type SecretsDeps } from './secrets.js';
import { validateArguments } from './validate-arguments.js';

/** W3C trace context, sent to an upstream as headers. */
const traceKeys = ['traceparent', 'tracestate', 'baggage'];

function traceHeaders(meta: CallOptions['meta']): Record<string, string> {
  const found = traceKeys.flatMap(key => {
    const value = meta?.[key];
    return typeof value === 'string' && value.length <= 8192 && /^[\x20-\x7e]+$/.test(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(found);
}

/** Replaces every secret that an answer might repeat. */
function maskWith(secrets: readonly string[]): (text: string) => string {
  return text => secrets.filter(secret => secret.length >= 4).reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

class RestSource implements ToolSource {
  readonly id: string;
  readonly #api: RestApi;
  readonly #headers: ApiHeaders;
  readonly #client = new RestClient();
  readonly #tools: readonly SourceTool[];
  readonly #endpoints: ReadonlyMap<string, RestEndpoint>;

  constructor(api: RestApi, headers: ApiHeaders) {
    this.id = api.name;
    this.#api = api;
    this.#headers = headers;
    this.#tools = api.endpoints.map(toolOf);
    this.#endpoints = new Map(api.endpoints.map(endpoint => [endpoint.name, endpoint]));
  }

  tools(): readonly SourceTool[] {
    return this.#tools;
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult> {
    const endpoint = this.#endpoints.get(tool);
    if (!endpoint) throw unknownTool(tool);
    const { signal, meta, timeoutMs = Number.POSITIVE_INFINITY } = options;
    const request = buildRequest(this.#api, endpoint, validateArguments(endpoint, args));
    const headers = { ...request.headers, ...traceHeaders(meta), ...(await this.#headers.forCall()) };
    const answer = await this.#client.exchange(
      { ...request, headers },
      {
        tool,
        method: endpoint.method,
        timeoutSeconds: endpoint.timeoutSeconds ?? this.#api.timeoutSeconds ?? Math.min(restDefaults.timeoutSeconds, timeoutMs / 1000),
        maxResponseBytes: this.#api.maxResponseBytes,
        signal,
      },
    );
    return interpretResponse(endpoint, answer, maskWith(this.#headers.secrets));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** The tools of one REST API. @throws ConfigurationError if a reference to a secret cannot be resolved */
export function restSource(api: RestApi, deps: SecretsDeps): ToolSource {
  return new RestSource(api, apiHeaders(api, deps));
}
