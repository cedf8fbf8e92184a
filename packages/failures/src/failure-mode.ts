/** The failure modes: the one table of the names that clients, logs and docs/serve.md use for what can go wrong. */

/** Whose fault a failure is: of the request, of the server, of the way to it, of the configuration, or of the gateway. */
export type FailureCategory = 'contract_violation' | 'upstream_failure' | 'transport_failure' | 'configuration_error' | 'internal_failure';

interface ModeInfo {
  /** The categories that a failure of this mode can have. */
  readonly categories: readonly FailureCategory[];
  /** What happened, as docs/serve.md says it: one line of Markdown without a final period. */
  readonly description: string;
}

const contract = <const T extends string>(description: T) => ({ categories: ['contract_violation'], description }) as const;
const upstream = <const T extends string>(description: T) => ({ categories: ['upstream_failure'], description }) as const;
const transport = <const T extends string>(description: T) => ({ categories: ['transport_failure'], description }) as const;

/** Every mode with its categories and its meaning. Clients act on these names: a mode is never renamed. */
export const failureModes = {
  cancelled: transport('the client cancelled the call or did not come back, or the gateway stopped'),
  context: contract('a program that uses the library made the steps of a call out of order; no request causes it'),
  forbidden: contract('the request was sent to another hostname, or by a web page that is not trusted, or no profile allows the caller'),
  input_refused: {
    categories: ['contract_violation', 'upstream_failure'],
    description: 'the server did not accept what the client answered to its question; the client answered the question with an error',
  },
  insufficient_scope: contract('the token lacks a scope that is needed; `WWW-Authenticate` names all that are'),
  invalid_arguments: contract('the arguments do not match the input schema of the tool'),
  invalid_json: contract('the request is not JSON, or not UTF-8'),
  invalid_params: contract('the parameters of the method are wrong'),
  invalid_request: contract('the request violates HTTP or JSON-RPC'),
  missing_params: contract('the method needs parameters and has none'),
  no_session: contract('the method needs a session'),
  not_allowed: contract('the client may not use this operation of `upstream_servers`'),
  not_found: contract('there is no such path, or metrics are off'),
  request_timeout: contract('the request did not arrive within `timeouts.headers` and `timeouts.request`'),
  session_not_found: contract('the session has ended, or never existed'),
  stopping: contract('the gateway is stopping'),
  too_large: contract('the request is larger than `limits.body_bytes`, or its headers are too large'),
  too_many_requests: contract('the session has `limits.queued_calls_per_session` waiting requests, or this one waited `timeouts.queue`'),
  too_many_sessions: contract('`limits.sessions` sessions are in use'),
  too_many_subscriptions: contract('the limit of streams that listen is reached'),
  unauthorized: contract('the key or the token is missing or not valid'),
  unknown_method: contract('there is no such method'),
  unknown_prompt: contract('there is no such prompt'),
  unknown_resource: contract('there is no such resource'),
  unknown_server: contract('there is no such server'),
  unknown_tool: contract('there is no such tool, or the client may not see it'),

  empty_response: upstream('the API answered with an empty body where the endpoint declares one'),
  http_error: upstream('the MCP server answered with an HTTP error'),
  http_status: upstream('the API answered with an HTTP status of 400 or more'),
  input_required: upstream('the server asked for input that the client cannot give'),
  invalid_encoding: upstream('the body of the answer is not in the charset that the API declares'),
  invalid_response: upstream('the answer violates JSON, JSON-RPC or the protocol revision'),
  login_required: upstream('the server needs a login that the caller does not have: run `mcpgw login SERVER`, or log in on the page'),
  no_structured_content: upstream('the tool declares an output schema, and the result has no structured content'),
  non_json_response: upstream('the API answered with a body that is not JSON'),
  output_schema_unusable: upstream('the output schema of the tool cannot be used, so that the result cannot be checked'),
  partial_response: upstream('the API answered with a part of the content (HTTP 206)'),
  redirect: upstream('the API answered with a redirect, which is not followed'),
  response_too_large: upstream('the answer is larger than the limit'),
  rpc_error: upstream('the MCP server answered with a JSON-RPC error'),
  schema_mismatch: upstream('the result does not match the output schema of the tool'),
  unexpected_body: upstream('the API answered with a body where the endpoint declares none'),

  broken_body: transport('the compressed data of the answer end too early, or are broken'),
  connect: transport('the connection to the API could not be opened, or broke'),
  connection_lost: transport('the connection to the server or to the API broke, or the process of the server ended'),
  dns: transport('the hostname of the API could not be resolved'),
  issuer_unavailable: transport('the keys with which tokens are checked cannot be read from their issuer'),
  overloaded: transport('too many requests or bytes are in flight, or wait for the server; the call was not sent'),
  protocol: transport('the answer of the API is not HTTP'),
  replica_lost: transport('the replica of the gateway that ran the call has stopped; whether the call ran is not known'),
  response_lost: transport('the answer was sent while the client was disconnected, and is no longer kept'),
  session_lost: transport('the MCP server lost its session'),
  session_store_unavailable: transport('the store of sessions does not answer'),
  timeout: transport('the server did not answer in time'),
  tls: transport('the TLS connection to the API failed'),
  unavailable: transport('the server is not connected; the call was not sent'),

  invalid_configuration: { categories: ['configuration_error'], description: 'the configuration, or the file of a secret, cannot be used' },

  internal: { categories: ['internal_failure'], description: 'a bug of the gateway; the log says more' },
} as const satisfies Readonly<Record<string, ModeInfo>>;

/** What went wrong, by its name on the wire (`failure_mode`). */
export type FailureMode = keyof typeof failureModes;

/** The modes that a failure of category `C` can have. */
export type FailureModeOf<C extends FailureCategory> = {
  [Mode in FailureMode]: C & (typeof failureModes)[Mode]['categories'][number] extends never ? never : Mode;
}[FailureMode];

/** The members of an error's `data` that classify a failure. */
export type FailureFields = Readonly<{ failure_mode: FailureMode; failure_category: FailureCategory }>;

/** The members that classify a failure on the wire. */
export function failureFields<C extends FailureCategory>(category: C, mode: FailureModeOf<C>): FailureFields {
  return { failure_mode: mode, failure_category: category };
}
