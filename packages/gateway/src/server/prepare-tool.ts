/** Works out of a tool, ahead of time and tool by tool, what takes long once a whole list of them is shown. */
import { cachedToolHash } from '../approvals/tool-hash.js';
import { readForIndex } from '../discovery/segment-index.js';
import type { SourceTool } from '../sources/source.js';

const texts = new WeakMap<SourceTool, string>();

/** The members of a tool as JSON, without its name and the brackets around. */
function membersOf(tool: SourceTool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const { name: _, ...rest } = tool;
  const text = JSON.stringify(rest).slice(1, -1);
  texts.set(tool, text);
  return text;
}

/** A tool as `tools/list` shows it, under the name that clients use. */
export function listedText(tool: SourceTool, name: string): string {
  const members = membersOf(tool);
  return `{"name":${JSON.stringify(name)}${members === '' ? '' : `,${members}`}}`;
}

/** Its hash, its words for the search, and its text. */
export function prepareTool(tool: SourceTool): void {
  cachedToolHash(tool);
  readForIndex(tool);
  membersOf(tool);
}
