import type { LoadFailureStatus } from '@mcpgw/loader';
import type { Implementation } from '@modelcontextprotocol/client';
import type { SourceTool } from '../sources/source.js';
import type { Dropped } from './relay.js';

/** Milliseconds that a call may take where the configuration says nothing. */
export const defaultCallTimeoutMs = 120_000;

/** What happens to upstreams that those who run the gateway want to know; texts are fit to be logged. */
export type UpstreamEvent =
  | { readonly kind: 'ready'; readonly server: string; readonly tools: number; readonly omitted: number; readonly attempts: number }
  | {
      readonly kind: 'failed';
      readonly server: string;
      readonly status: LoadFailureStatus;
      readonly error: string;
      readonly attempts: number;
      /** The attempt before failed in the same way. */
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'lost'; readonly server: string; readonly error: string }
  /** What the server sent too fast since the last such event and did not reach clients. */
  | { readonly kind: 'dropped'; readonly server: string; readonly what: Dropped; readonly count: number };

export interface UpstreamsOptions {
  readonly clientInfo?: Implementation;
  /** Certificates (PEM) trusted besides the public ones. */
  readonly ca?: string;
  readonly transient403Signatures?: readonly string[];
  /** Milliseconds before the second attempt; they double from there, with up to as many again of jitter. Default 250. */
  readonly baseBackoffMs?: number;
  /** Most milliseconds between attempts. Default 60,000. */
  readonly maxBackoffMs?: number;
  /** Milliseconds before the next attempt at a server that denied access: only somebody can change that. Default 900,000. */
  readonly deniedRetryMs?: number;
  /** A connection that held for so many milliseconds starts the delays anew. Default 30,000. */
  readonly stableMs?: number;
  /** Milliseconds for an attempt where the connection names none. Default 30,000. */
  readonly initTimeoutMs?: number;
  /** Milliseconds that a server has to answer a health check. Default 10,000. */
  readonly checkTimeoutMs?: number;
  /**
   * Milliseconds after a list change before the list is read, so that a storm of them is one reading; they double while changes go on,
   * up to fifty times as many. Default 100.
   */
  readonly debounceMs?: number;
  /** Connections that sessions have for themselves, for each server. Default 256, of commands 32. */
  readonly maxOwnConnections?: number;
  readonly maxResponseBytes?: number;
  /** Requests that may wait for one in flight to end, for each server. Default 1000. */
  readonly queueSize?: number;
  /**
   * Log messages, updates and requests for clients that one server may send a second, each kind by itself, five seconds' worth at once;
   * of all that is no answer, ten times as much is read. Default: 100.
   */
  readonly messagesPerSecond?: () => number;
  /** Milliseconds between two reports of what one server sent too fast. Default 10,000. */
  readonly droppedReportMs?: number;
  /** Works out of a tool that is new, or another one, what is needed of it once it is shown; the tools of a list are prepared in slices. */
  readonly prepare?: (tool: SourceTool) => void;
  /** Source of jitter, 0 <= x < 1. */
  readonly random?: () => number;
  readonly onEvent?: (event: UpstreamEvent) => void;
  /** Whether what a server says by itself may reach clients: its log, what it tells and asks, its reasons. Default: always. */
  readonly maySpeak?: (server: string) => boolean;
}

export type UpstreamSettings = Required<Omit<UpstreamsOptions, 'ca' | 'maxOwnConnections'>> &
  Pick<UpstreamsOptions, 'ca' | 'maxOwnConnections'>;

export function upstreamSettings(options: UpstreamsOptions): UpstreamSettings {
  return {
    clientInfo: options.clientInfo ?? { name: 'mcpgw', version: '0.1.0' },
    transient403Signatures: options.transient403Signatures ?? [],
    baseBackoffMs: options.baseBackoffMs ?? 250,
    maxBackoffMs: options.maxBackoffMs ?? 60_000,
    deniedRetryMs: options.deniedRetryMs ?? 900_000,
    stableMs: options.stableMs ?? 30_000,
    initTimeoutMs: options.initTimeoutMs ?? 30_000,
    checkTimeoutMs: options.checkTimeoutMs ?? 10_000,
    debounceMs: options.debounceMs ?? 100,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 2 ** 20,
    queueSize: options.queueSize ?? 1000,
    messagesPerSecond: options.messagesPerSecond ?? (() => 100),
    droppedReportMs: options.droppedReportMs ?? 10_000,
    prepare: options.prepare ?? (() => {}),
    random: options.random ?? Math.random,
    onEvent: options.onEvent ?? (() => {}),
    maySpeak: options.maySpeak ?? (() => true),
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.maxOwnConnections !== undefined && { maxOwnConnections: options.maxOwnConnections }),
  };
}
