/** What was asked of the fields of MCP server lists and gateway.yaml, by structure. One file for each file of `formats/`. */
import type { Census } from '@mcpgw/structure';

export const serverCensus: Census = {};
