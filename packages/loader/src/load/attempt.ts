import type { HttpConnection, StdioConnection } from '@mcpgw/mcp-config';
import type { Authorizer } from '../connect/authorizer.js';
import { asLoadError, type OpenServer, openServer } from '../connect/open.js';
import { LoadError, type LoadSignal } from '../failures/load-error.js';
import { safeText } from '../failures/safe-text.js';
import { connectionSecrets } from '../servers/connection.js';
import { Deadline } from '../time/deadline.js';
import { listTools } from './list-tools.js';
import { attemptMs, type LoadSettings } from './options.js';
import type { ServerLoadOutcome } from './outcome.js';

export type LoadedServer = Pick<ServerLoadOutcome, 'tools' | 'transport' | 'protocolVersion' | 'serverInfo'>;

/** One call of the loader: what all its servers share. */
export interface LoadRun {
  readonly settings: LoadSettings;
  readonly total: Deadline;
  /** Releases in flight: servers that loaded are told that the session is over, at most a second each. */
  readonly releases: Promise<void>[];
}

async function readServer(server: OpenServer, deadline: Deadline, secrets: readonly string[]): Promise<LoadedServer> {
  const tools = await listTools(server, deadline);
  const info = server.client.getServerVersion();
  const serverInfo = info ? safeText(`${info.name} ${info.version}`, secrets) : null;
  return { tools, transport: server.link.kind, protocolVersion: server.protocolVersion, serverInfo };
}

/** Lists the tools, then releases the server: after a success without delaying the result, after a failure before it is reported. */
async function readAndLeave(server: OpenServer, deadline: Deadline, secrets: readonly string[], run: LoadRun): Promise<LoadedServer> {
  try {
    const loaded = await readServer(server, deadline, secrets);
    run.releases.push(server.link.release(true));
    return loaded;
  } catch (error) {
    const failure = asLoadError(error, server.trace, deadline);
    await server.link.release(false);
    throw failure;
  }
}

/** One attempt: open, list, release. A failed attempt has released everything when it returns. */
export async function attemptLoad(
  connection: HttpConnection | StdioConnection,
  run: LoadRun,
  authorizer: Authorizer | undefined,
): Promise<LoadedServer | LoadSignal> {
  const deadline = new Deadline(attemptMs(connection, run.settings), run.total.signal);
  try {
    const server = await openServer(connection, deadline, { ...run.settings, authorizer });
    return await readAndLeave(server, deadline, connectionSecrets(connection), run);
  } catch (error) {
    if (error instanceof LoadError) return error.signal;
    throw error;
  } finally {
    deadline.clear();
  }
}
