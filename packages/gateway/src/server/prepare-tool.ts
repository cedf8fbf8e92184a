/** Prepares each tool ahead of time for what would take long for a whole list of tools. */

import { cachedToolHash } from '@mcpgw/approvals';
import { readForIndex } from '@mcpgw/search';
import type { SourceTool } from '@mcpgw/upstreams';

const texts = new WeakMap<SourceTool, string>();

/** The members of a tool but its name as JSON, without the surrounding braces. */
function membersOf(tool: SourceTool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const { name: _, ...rest } = tool;
  const text = JSON.stringify(rest).slice(1, -1);
  texts.set(tool, text);
  return text;
}

/** A tool as JSON for `tools/list`, under the name that clients use. */
export function listedText(tool: SourceTool, name: string): string {
  const members = membersOf(tool);
  return `{"name":${JSON.stringify(name)}${members === '' ? '' : `,${members}`}}`;
}

/** Computes the hash of a tool, its words for the search, and its JSON. */
export function prepareTool(tool: SourceTool): void {
  cachedToolHash(tool);
  readForIndex(tool);
  membersOf(tool);
}
