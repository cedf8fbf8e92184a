/**
 * Base of connectors: the session, its workspace, its private data. A connector holds the operations on one kind of data as static
 * methods and is independent of MCP, so that tools, scripts and tests can call it inside a session.
 */
import { type PrivateData, privateData } from './private-data.js';
import { getSessionId, getUserId } from './session.js';
import { hostToWorkspacePath, workspaceToHostPath } from './workspace.js';
import { readWorkspaceBytes, readWorkspaceFile, writeWorkspaceFile } from './workspace-files.js';

/** Base of connectors; its methods are for use in the subclass, which wraps methods with large results in `contextResult`. */
// biome-ignore lint/complexity/noStaticOnlyClass: its operations need no instance, the session is in the async context.
export abstract class Connector {
  protected static get userId(): string {
    return getUserId();
  }

  protected static get sessionId(): string {
    return getSessionId();
  }

  protected static get privateData(): PrivateData {
    return privateData();
  }

  protected static readonly readFile: typeof readWorkspaceFile = readWorkspaceFile;
  protected static readonly readBytes: typeof readWorkspaceBytes = readWorkspaceBytes;
  protected static readonly writeFile: typeof writeWorkspaceFile = writeWorkspaceFile;
  protected static readonly hostPath: typeof workspaceToHostPath = workspaceToHostPath;
  protected static readonly workspacePath: typeof hostToWorkspacePath = hostToWorkspacePath;
}
