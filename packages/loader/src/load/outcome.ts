import type { Tool } from '@modelcontextprotocol/client';
import type { LoadFailureStatus } from '../failures/classify.js';
import type { Layer } from '../failures/load-error.js';

export type LoadStatus = 'available' | LoadFailureStatus;

export interface ServerLoadOutcome {
  readonly serverId: string;
  readonly status: LoadStatus;
  /** Empty unless available. */
  readonly tools: readonly Tool[];
  /** One line that may be shown to people; null when available. */
  readonly error: string | null;
  /** Connect attempts made; 0 where the configuration allowed none. */
  readonly attempts: number;
  /** The layer that answered or was waited for; null when available. */
  readonly layer: Layer | null;
  /** Stable name of what failed (`LoadSignal.code`); null when available or unnamed. */
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly transport: 'stdio' | 'sse' | 'streamable-http' | 'http' | null;
  /** The revision agreed on; null when not available. */
  readonly protocolVersion: string | null;
  /** Name and version that the server gives itself, fit to show. */
  readonly serverInfo: string | null;
  readonly durationMs: number;
}

/** A tool and the server that offers it. */
export interface LoadedTool {
  readonly serverId: string;
  readonly tool: Tool;
}

export type LoadProgress =
  | { readonly kind: 'attempt'; readonly serverId: string; readonly attempt: number }
  | { readonly kind: 'retry'; readonly serverId: string; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'done'; readonly serverId: string; readonly outcome: ServerLoadOutcome };
