/** The failure taxonomy (seed 002): every failure of a call is one of these classes. Only `wire.ts` makes their wire forms. */

import type { FailureCategory, FailureMode, FailureModeOf } from './failure-mode.js';

type Data = Readonly<Record<string, unknown>>;

/** What a failure is made from. */
export interface FailureDetails<C extends FailureCategory = FailureCategory> {
  /** What went wrong: `failure_mode` on the wire. */
  readonly mode: FailureModeOf<C>;
  /** For people. A function of the tool's name if it names the tool, because clients may use another name than the source. */
  readonly message: string | ((tool: string) => string);
  /** The tool, by the name that its source uses. */
  readonly tool?: string;
  /** Further members of `data` on the wire; never a secret. A function if they name the tool. */
  readonly data?: Data | ((tool: string) => Data);
  readonly cause?: unknown;
}

const nameless = 'unknown';

/** A failure with its place in the taxonomy. Sources throw it, and an ExecutionContext holds it. */
export abstract class GatewayFailure extends Error {
  abstract readonly category: FailureCategory;
  readonly mode: FailureMode;
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

/** The request violates the protocol, a tool's input schema, or an invariant of ExecutionContext. */
export class ContractViolation extends GatewayFailure {
  override name = 'ContractViolation';
  readonly category = 'contract_violation';
  readonly kind: ContractPart;
  constructor(kind: ContractPart, details: FailureDetails<'contract_violation'>) {
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

/** What a failure is made from that an external service answered. */
export interface UpstreamFailureDetails extends FailureDetails<'upstream_failure'> {
  /** What the upstream said, shown as the result's text instead of the message. */
  readonly text?: string;
  readonly rpcError?: UpstreamRpcError;
}

/** The external service answered with an error, or with something other than it declares. */
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
  constructor(details: FailureDetails<'transport_failure'>) {
    super(details);
  }
}

/**
 * A part of the configuration that a call needs cannot be used, such as a secret's file that was deleted. Starts and reloads report
 * `ConfigurationError` instead.
 */
export class ConfigurationFailure extends GatewayFailure {
  override name = 'ConfigurationFailure';
  readonly category = 'configuration_error';
  constructor(message: string, cause?: unknown) {
    super({ mode: 'invalid_configuration', message, cause });
  }
}

/** A bug of the gateway; made only at the outermost boundary, from any other error that was thrown. */
export class InternalFailure extends GatewayFailure {
  override name = 'InternalFailure';
  readonly category = 'internal_failure';
  constructor(cause: unknown, tool?: string) {
    super({ mode: 'internal', message: 'Internal error', cause, ...(tool !== undefined && { tool }) });
  }
}
