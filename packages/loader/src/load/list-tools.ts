import { type ListToolsResult, type StandardSchemaV1, specTypeSchemas, type Tool } from '@modelcontextprotocol/client';
import { whileOpen } from '../connect/links.js';
import { noSdkTimeout, type OpenServer } from '../connect/open.js';
import { LoadError } from '../failures/load-error.js';
import type { Deadline } from '../time/deadline.js';

/** Limits of what one server may list. */
const listLimits = { maxPages: 1000, maxTools: 100_000 };

/** The schema of a list of tools; it keeps all members, because a tool is approved as a whole, as clients get it. */
const listedTools: StandardSchemaV1<unknown, ListToolsResult> = {
  '~standard': {
    version: 1,
    vendor: 'mcpgw',
    validate: async value => {
      const checked = await specTypeSchemas.ListToolsResult['~standard'].validate(value);
      return checked.issues ? { issues: checked.issues } : { value: value as ListToolsResult };
    },
  },
};

function listError(text: string): LoadError {
  return new LoadError({ layer: 'tools/list', code: 'endless-list', text });
}

/** All pages of tools/list; empty, without a request, if the server does not advertise tools. */
export async function listTools(server: OpenServer, deadline: Deadline): Promise<Tool[]> {
  const tools: Tool[] = [];
  if (!server.client.getServerCapabilities()?.tools) return tools;
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < listLimits.maxPages; pages++) {
    const request = { method: 'tools/list' as const, ...(cursor !== undefined && { params: { cursor } }) };
    const page = await whileOpen(server.client.request(request, listedTools, noSdkTimeout), server.link, deadline);
    for (const tool of page.tools) tools.push(tool);
    if (tools.length > listLimits.maxTools) throw listError(`tools/list returns more than ${listLimits.maxTools} tools`);
    cursor = page.nextCursor;
    if (cursor === undefined) return tools;
    if (seen.has(cursor)) throw listError('tools/list repeats a page: its paging never ends');
    seen.add(cursor);
  }
  throw listError(`tools/list has more than ${listLimits.maxPages} pages: its paging does not end`);
}
