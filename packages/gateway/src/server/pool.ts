import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions } from '../sources/source.js';
import type { ConfiguredServer, UpstreamState } from '../upstreams/types.js';

export interface UpstreamPool {
  update(configured: readonly ConfiguredServer[]): Promise<void>;
  settled(deadlineMs: number): Promise<void>;
  states(): readonly UpstreamState[];
  call(server: string, tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
