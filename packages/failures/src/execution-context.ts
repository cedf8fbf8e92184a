import type { CallToolResult } from '@modelcontextprotocol/client';
import { isBlank } from './blank.js';
import { ContractViolation, type GatewayFailure } from './gateway-failure.js';

/**
 * What happened to one request, from its arrival to its answer (seed 002, rule 4). A context never changes: each step returns a
 * new one. A sealed context refuses further steps and still has the tool, the results and the failure.
 */

/** The request that a context is about: its id in JSON-RPC, and its method. */
export interface ContextRequest {
  readonly requestId: string | number;
  readonly method: string;
}

interface ContextState extends ContextRequest {
  readonly createdAt: Date;
  readonly toolName?: string;
  readonly results: readonly CallToolResult[];
  readonly failure?: GatewayFailure;
  readonly isSealed: boolean;
}

/** A step that the context's state does not allow; mode `context`. */
function contextError(message: string): ContractViolation {
  return new ContractViolation('request', { mode: 'context', message });
}

function isMissing(text: unknown): boolean {
  return typeof text !== 'string' || isBlank(text);
}

/** What happened to one request. Every step but `seal` throws a ContractViolation (mode `context`) after the seal. */
export class ExecutionContext {
  readonly #state: ContextState;

  private constructor(state: ContextState) {
    this.#state = Object.freeze(state);
  }

  /** The only way to make a context. @throws ContractViolation (mode `context`) without a request id or method */
  static fromRequest({ requestId, method }: ContextRequest, createdAt: Date = new Date()): ExecutionContext {
    if (typeof requestId === 'number' ? !Number.isSafeInteger(requestId) : isMissing(requestId))
      throw contextError('Request id must not be empty');
    if (isMissing(method)) throw contextError('Method must not be empty');
    return new ExecutionContext({ requestId, method, createdAt, results: [], isSealed: false });
  }

  get requestId(): string | number {
    return this.#state.requestId;
  }

  get method(): string {
    return this.#state.method;
  }

  get createdAt(): Date {
    return new Date(this.#state.createdAt);
  }

  /** The tool that the request calls; undefined until it is bound. */
  get toolName(): string | undefined {
    return this.#state.toolName;
  }

  get results(): readonly CallToolResult[] {
    return this.#state.results;
  }

  get failure(): GatewayFailure | undefined {
    return this.#state.failure;
  }

  get isSealed(): boolean {
    return this.#state.isSealed;
  }

  /** Binds the request to a tool, once. @throws ContractViolation (mode `context`) for a second tool, and for a blank name */
  withToolCall(tool: string): ExecutionContext {
    this.#open('withToolCall');
    if (this.#state.toolName !== undefined) throw contextError(`Cannot bind a second tool: '${this.#state.toolName}' is bound`);
    if (isMissing(tool)) throw contextError('Tool name must not be empty');
    return this.#with({ toolName: tool.trim() });
  }

  /** Adds a result of the bound tool. */
  withResult(result: CallToolResult): ExecutionContext {
    this.#open('withResult');
    if (this.#state.toolName === undefined) throw contextError('Cannot add a result: no tool is bound');
    return this.#with({ results: Object.freeze([...this.#state.results, result]) });
  }

  /** Notes why the request failed; the first failure stays. */
  withFailure(failure: GatewayFailure): ExecutionContext {
    this.#open('withFailure');
    return this.#state.failure ? this : this.#with({ failure });
  }

  discardResults(): ExecutionContext {
    this.#open('discardResults');
    return this.#with({ results: [] });
  }

  /** The last step; sealing what is sealed changes nothing. */
  seal(): ExecutionContext {
    return this.isSealed ? this : this.#with({ isSealed: true });
  }

  #open(operation: string): void {
    if (this.isSealed) throw contextError(`Cannot perform '${operation}': context is sealed. Its request has been answered`);
  }

  #with(change: Partial<ContextState>): ExecutionContext {
    return new ExecutionContext({ ...this.#state, ...change });
  }
}
