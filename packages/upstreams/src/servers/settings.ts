import { randomBytes } from 'node:crypto';
import type { LoadFailureStatus } from '@mcpgw/loader';
import type { Authorizer } from '@mcpgw/loader/internal';
import type { ServerConfig } from '@mcpgw/mcp-config';
import type { Implementation } from '@modelcontextprotocol/client';
import type { SourceTool } from '../tools/source.js';
import type { Dropped } from './relay.js';

/** Default timeout of a call in milliseconds. */
export const defaultCallTimeoutMs = 120_000;

/** Events of upstreams for the operators of the gateway; texts are safe to log. */
export type UpstreamEvent =
  | { readonly kind: 'ready'; readonly server: string; readonly tools: number; readonly omitted: number; readonly attempts: number }
  | {
      readonly kind: 'failed';
      readonly server: string;
      readonly status: LoadFailureStatus;
      readonly error: string;
      readonly attempts: number;
      /** The previous attempt failed in the same way. */
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'lost'; readonly server: string; readonly error: string }
  /** Somebody asked for a new connection. */
  | { readonly kind: 'restarted'; readonly server: string }
  /** What the server sent too fast since the last such event, and clients did not get. */
  | { readonly kind: 'dropped'; readonly server: string; readonly what: Dropped; readonly count: number };

/** Options of all servers together. Durations are in milliseconds. */
export interface UpstreamsOptions {
  readonly clientInfo?: Implementation;
  /** Certificates (PEM) to trust in addition to the public ones. */
  readonly ca?: string;
  readonly transient403Signatures?: readonly string[];
  /** Milliseconds before the second attempt; they double from there, with up to as many again of jitter. Default 250. */
  readonly baseBackoffMs?: number;
  /** Maximum delay between attempts in milliseconds. Default 60,000. */
  readonly maxBackoffMs?: number;
  /** Milliseconds before the next attempt after a server denied access, which somebody has to change. Default 900,000. */
  readonly deniedRetryMs?: number;
  /** A connection that was open for so many milliseconds resets the delays. Default 30,000. */
  readonly stableMs?: number;
  /** Timeout of an attempt in milliseconds, if the connection sets none. Default 30,000. */
  readonly initTimeoutMs?: number;
  /** Time in milliseconds for a socket to a server to be connected, TLS included. Default 10,000. */
  readonly socketTimeoutMs?: number;
  /** Timeout of a health check in milliseconds. Default 10,000. */
  readonly checkTimeoutMs?: number;
  /**
   * Milliseconds between a list change and the reading of the list, so that many changes cause one reading. They double while changes
   * go on, up to fifty times the value. Default 100.
   */
  readonly debounceMs?: number;
  /** Maximum number of connections of a server that belong to one session each. Default 256, of commands 32. */
  readonly maxOwnConnections?: number;
  readonly maxResponseBytes?: number;
  /** Maximum number of waiting requests for each server. Default 1000. */
  readonly queueSize?: number;
  /**
   * Maximum number of log messages, of updates and of requests for clients that one server may send in a second; those of five seconds
   * may arrive at once. Of all messages that are not answers, ten times as many are read. Default: 100.
   */
  readonly messagesPerSecond?: () => number;
  /** Milliseconds between two reports of what one server sent too fast. Default 10,000. */
  readonly droppedReportMs?: number;
  /** Computes what is needed to show a new or changed tool; the tools of a list are prepared in slices. */
  readonly prepare?: (tool: SourceTool) => void;
  /** Names this process among its replicas, in 8 letters and digits. Default: random. */
  readonly home?: string;
  /** Source of jitter, 0 <= x < 1. */
  readonly random?: () => number;
  readonly onEvent?: (event: UpstreamEvent) => void;
  /** Whether unsolicited texts of a server may reach clients: log messages, notifications, requests, reasons. Default: always. */
  readonly maySpeak?: (server: string) => boolean;
  /** The credentials of a connection to a server on behalf of a caller; an empty caller is the gateway itself. Default: none. */
  readonly authorize?: (server: ServerConfig, caller: string) => Authorizer | undefined;
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
    socketTimeoutMs: options.socketTimeoutMs ?? 10_000,
    checkTimeoutMs: options.checkTimeoutMs ?? 10_000,
    debounceMs: options.debounceMs ?? 100,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 2 ** 20,
    queueSize: options.queueSize ?? 1000,
    messagesPerSecond: options.messagesPerSecond ?? (() => 100),
    droppedReportMs: options.droppedReportMs ?? 10_000,
    prepare: options.prepare ?? (() => {}),
    home: options.home ?? randomBytes(6).toString('base64url'),
    random: options.random ?? Math.random,
    onEvent: options.onEvent ?? (() => {}),
    maySpeak: options.maySpeak ?? (() => true),
    authorize: options.authorize ?? (() => undefined),
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.maxOwnConnections !== undefined && { maxOwnConnections: options.maxOwnConnections }),
  };
}
