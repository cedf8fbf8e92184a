/** The tools: each declares its effects, says which errors the model can fix, and wraps a connector where data is read. */
import {
  CONNECT,
  contextResult,
  DataSensitivity,
  type KitServer,
  privateData,
  READ,
  readWorkspaceFile,
  ToolFatalError,
  ToolRetryError,
  toolPermission,
  WRITE,
  writeWorkspaceFile,
} from '@mcpgw/kit';
import { z } from 'zod';
import { Records, RecordsUnavailable } from './connectors/records.js';

/** A file of the session's workspace. Large files are cut for the agent. */
const readFile = toolPermission(READ)(contextResult()(async ({ path }: { path: string }) => readWorkspaceFile(path)));

const writeFile = toolPermission(WRITE)(async ({ path, content }: { path: string; content: string }) => {
  await writeWorkspaceFile(path, content);
  return `Written ${Buffer.byteLength(content)} bytes to ${path}`;
});

/** The model can fix an empty query. Nobody can fix a source that is down during this run. */
const searchRecords = toolPermission(READ)(async ({ query, source }: { query: string; source: 'customers' | 'archive' }) => {
  if (query.trim() === '') throw new ToolRetryError('Query cannot be empty -- provide a search term');
  try {
    return await Records.search(source, query);
  } catch (error) {
    if (error instanceof RecordsUnavailable) throw new ToolFatalError(error.message, { cause: error });
    throw error;
  }
});

/** The level is recorded before the data is read: from then on the session is isolated. */
const loadSensitiveDataset = toolPermission(READ)(async ({ name }: { name: string }) => {
  await privateData().addPrivateDataset(name, DataSensitivity.CONFIDENTIAL);
  return `Loaded ${name}: ${await Records.count()} records. The session holds confidential data now.`;
});

/** Reaches a place outside of the session, so it is refused once private data has entered. */
const checkStatus = toolPermission(CONNECT)(async () => {
  const url = process.env.STATUS_URL;
  if (url === undefined) return 'No service to ask: STATUS_URL is not set';
  const { status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
  return `The service answered ${status}`;
});

export function addTools(server: KitServer): KitServer {
  return server
    .tool(
      'read_file',
      { description: 'Read a file of the workspace', inputSchema: z.object({ path: z.string().describe('such as /workspace/notes.txt') }) },
      readFile,
    )
    .tool(
      'write_file',
      { description: 'Write a file of the workspace', inputSchema: z.object({ path: z.string(), content: z.string() }) },
      writeFile,
    )
    .tool(
      'search_records',
      {
        description: 'Search records by a word',
        inputSchema: z.object({ query: z.string(), source: z.enum(['customers', 'archive']).default('customers') }),
      },
      searchRecords,
    )
    .tool(
      'load_sensitive_dataset',
      { description: 'Load a dataset that must not leave the session', inputSchema: z.object({ name: z.string().min(1) }) },
      loadSensitiveDataset,
    )
    .tool('check_status', { description: 'Ask whether the service is up' }, checkStatus);
}
