/** The failure taxonomy (seed 002): every way a call can fail is one of these classes. Wire forms are made in `wire.ts` alone. */

export type FailureCategory = 'contract_violation' | 'upstream_failure' | 'transport_failure' | 'configuration_error' | 'internal_failure';

type Data = Readonly<Record<string, unknown>>;

export interface FailureDetails {
  /** What went wrong, by a stable name (`timeout`, `empty_response`, `unknown_tool`): `failure_mode` on the wire. */
  readonly mode: string;
  /** For people; where it names the tool, a function of the name, since a client may know the tool by another one than its source. */
  readonly message: string | ((tool: string) => string);
  /** The tool as the one who failed names it. */
  readonly tool?: string;
  /** More fields of the wire's `data`; never a secret. A function where they name the tool. */
  readonly data?: Data | ((tool: string) => Data);
  readonly cause?: unknown;
}

const nameless = 'unknown';

/** A failure with its place in the taxonomy; what is thrown by sources and returned inside an ExecutionContext. */
export abstract class GatewayFailure extends Error {
  abstract readonly category: FailureCategory;
  readonly mode: string;
  readonly tool?: string;
  readonly data: Data;
  readonly #say: FailureDetails['message'];
  readonly #tell: FailureDetails['data'];

  constructor({ mode, message, tool, data, cause }: FailureDetails) {
    super(typeof message === 'string' ? message : message(tool ?? nameless), { cause });
    this.mode = mode;
    if (tool !== undefined) this.tool = tool;
    this.#say = message;
    this.#tell = data;
    this.data = this.dataFor(tool);
  }

  /** The message with the tool under the name that a client used. */
  messageFor(tool: string | undefined): string {
    return typeof this.#say === 'string' || tool === undefined ? this.message : this.#say(tool);
  }

  /** The data with the tool under the name that a client used. */
  dataFor(tool: string | undefined): Data {
    return typeof this.#tell === 'function' ? this.#tell(tool ?? nameless) : (this.#tell ?? {});
  }
}

/** Which part of the protocol a request breaks; decides the JSON-RPC code: -32700, -32600, -32601, -32602. */
export type ContractPart = 'parse' | 'request' | 'method' | 'params';

/** The request breaks the protocol, a tool's declared parameters, or an invariant of ExecutionContext. */
export class ContractViolation extends GatewayFailure {
  override name = 'ContractViolation';
  readonly category = 'contract_violation';
  readonly kind: ContractPart;
  constructor(kind: ContractPart, details: FailureDetails) {
    super(details);
    this.kind = kind;
  }
}

/** A JSON-RPC error that an upstream MCP server itself answered. */
export interface UpstreamRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface UpstreamFailureDetails extends FailureDetails {
  /** What the upstream said, shown as the result's text instead of the message. */
  readonly text?: string;
  readonly rpcError?: UpstreamRpcError;
}

/** The external service was reached, and answered with an error or with something else than it declares. */
export class UpstreamFailure extends GatewayFailure {
  override name = 'UpstreamFailure';
  readonly category = 'upstream_failure';
  readonly text?: string;
  readonly rpcError?: UpstreamRpcError;
  constructor(details: UpstreamFailureDetails) {
    super(details);
    if (details.text !== undefined) this.text = details.text;
    if (details.rpcError !== undefined) this.rpcError = details.rpcError;
  }
}

/** The external service could not be reached, or the connection to it broke, or it did not answer in time (mode `timeout`). */
export class TransportFailure extends GatewayFailure {
  override name = 'TransportFailure';
  readonly category = 'transport_failure';
}

/** What a call needs of the configuration cannot be used, such as a secret's file that is gone. A start or a reload has ConfigurationError. */
export class ConfigurationFailure extends GatewayFailure {
  override name = 'ConfigurationFailure';
  readonly category = 'configuration_error';
  constructor(message: string, cause?: unknown) {
    super({ mode: 'invalid_configuration', message, cause });
  }
}

/** A bug of the gateway; made at the outermost boundary only, from whatever was thrown there. */
export class InternalFailure extends GatewayFailure {
  override name = 'InternalFailure';
  readonly category = 'internal_failure';
  constructor(cause: unknown, tool?: string) {
    super({ mode: 'internal', message: 'Internal error', cause, ...(tool !== undefined && { tool }) });
  }
}
