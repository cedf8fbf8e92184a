import type { Tool } from '@modelcontextprotocol/client';
import type { LoadFailureStatus } from '../failures/classify.js';
import type { Layer } from '../failures/load-error.js';

/** `available`, or the class of the failure. */
export type LoadStatus = 'available' | LoadFailureStatus;

/** The outcome for one server. */
export interface ServerLoadOutcome {
  /** The key of its connection. */
  readonly serverId: string;
  readonly status: LoadStatus;
  /** Empty unless the server is available. */
  readonly tools: readonly Tool[];
  /** One line that may be shown to people; null when available. */
  readonly error: string | null;
  /** Connect attempts made; 0 where the configuration allowed none. */
  readonly attempts: number;
  /** The layer that answered or was waited for; null when available. */
  readonly layer: Layer | null;
  /** Stable name of what failed (`LoadSignal.code`); null when available or unnamed. */
  readonly code: string | null;
  /** Status of the HTTP answer that ended the last attempt; null where there was none. */
  readonly httpStatus: number | null;
  /** The transport that was used, or configured where the load failed; null for a malformed connection. */
  readonly transport: 'stdio' | 'sse' | 'streamable-http' | 'http' | null;
  /** The revision agreed on; null when not available. */
  readonly protocolVersion: string | null;
  /** The name and version that the server reports, safe to show. */
  readonly serverInfo: string | null;
  /** From the first attempt to this outcome. */
  readonly durationMs: number;
}

/** A tool and the server that offers it. */
export interface LoadedTool {
  readonly serverId: string;
  readonly tool: Tool;
}

/** What happens to a server while it is loaded: an attempt begins, another one will follow in `delayMs`, or its outcome is known. */
export type LoadProgress =
  | { readonly kind: 'attempt'; readonly serverId: string; readonly attempt: number }
  | { readonly kind: 'retry'; readonly serverId: string; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'done'; readonly serverId: string; readonly outcome: ServerLoadOutcome };
