/** The combined risk of a session's tools. An absent hint has MCP's default, which is the dangerous value. */
import type { SourceTool } from '@mcpgw/upstreams';

export interface SessionRisk {
  readonly has_destructive_tools: boolean;
  readonly has_open_world_tools: boolean;
  readonly has_write_tools: boolean;
  /** All three of them: what one tool reads outside can make others write and destroy. */
  readonly lethal_trifecta: boolean;
  readonly level: 'low' | 'medium' | 'high';
  readonly warning?: string;
}

const levels = ['low', 'low', 'medium', 'high'] as const;
const warning =
  'The tools of this session can together reach the outside world, write, and destroy: text that one of them reads could make an agent use the others. ' +
  'Search with read_only_only, exclude_destructive or exclude_open_world where less is enough.';

/** The risk of the tools that may be called. */
export function sessionRisk(tools: readonly SourceTool[]): SessionRisk {
  const hints = tools.map(({ annotations = {} }) => annotations);
  const destructive = hints.some(({ destructiveHint = true }) => destructiveHint);
  const openWorld = hints.some(({ openWorldHint = true }) => openWorldHint);
  const write = hints.some(({ readOnlyHint = false }) => !readOnlyHint);
  const all = destructive && openWorld && write;
  return {
    has_destructive_tools: destructive,
    has_open_world_tools: openWorld,
    has_write_tools: write,
    lethal_trifecta: all,
    level: levels[[destructive, openWorld, write].filter(Boolean).length]!,
    ...(all && { warning }),
  };
}
