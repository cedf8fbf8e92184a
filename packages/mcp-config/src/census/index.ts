/** What was asked of the fields of MCP server lists and gateway.yaml, by structure. One file for each file of `formats/`. */
import type { Census } from '@mcpgw/structure';
import { clientConfigCensus } from './client-config.js';
import { mcpConfigCensus } from './mcp-config.js';
import { mcpServersCensus } from './mcp-servers.js';
import { serveCensus } from './serve.js';
import { serveApiCensus } from './serve-api.js';
import { serveAuthCensus } from './serve-auth.js';
import { serveTelemetryCensus } from './serve-telemetry.js';
import { serverEntryCensus } from './server-entry.js';

export const serverCensus: Census = {
  ...mcpConfigCensus,
  ...serverEntryCensus,
  ...clientConfigCensus,
  ...mcpServersCensus,
  ...serveCensus,
  ...serveApiCensus,
  ...serveAuthCensus,
  ...serveTelemetryCensus,
};
