/** The text of an error for the agent: the author's message, or only a reference to the server's log. */
import { randomBytes } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { logText, visible } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { fatalPrefix, ToolError, ToolFatalError } from './errors.js';
import type { Session } from './session.js';
import { workspaceRoot } from './workspace-path.js';
import { sessionFolder } from './workspace-walk.js';

/** An unexpected error, as the server's log shows it. */
export interface UnexpectedError {
  readonly error: unknown;
  /** The reference that the agent's text contains too. */
  readonly reference: string;
  readonly tool: string;
  readonly userId: string;
  readonly sessionId: string;
}

const maxRead = 100_000;
const maxLines = 50;
const maxLine = 1000;

function pathPattern(path: string): RegExp {
  return new RegExp(`(?<![\\w.-])${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'g');
}

/** Whether the host has something where agents see their workspace: texts about the one cannot be told from texts about the other. */
function isAgentPath(path: string): boolean {
  return path === workspaceRoot || path.startsWith(`${workspaceRoot}/`);
}

/** Puts the workspace where the host's folder stands, and hides other folders of this host. */
function withoutHostPaths(text: string, session: Session): string {
  const own = text.replace(pathPattern(sessionFolder(session)), workspaceRoot);
  const others = [session.workspaceDir, process.cwd(), homedir(), tmpdir()].filter(path => path.length > 1 && !isAgentPath(path));
  return others.sort((a, b) => b.length - a.length).reduce((shown, path) => shown.replace(pathPattern(path), '[path]'), own);
}

/** `text` without the host's paths, stack frames, tokens and credentials of URLs, at most 50 lines. */
export function publicText(text: string, session: Session): string {
  const lines = withoutHostPaths(text.slice(0, maxRead), session).split('\n', maxLines);
  return lines.map(line => safeText(line, [], maxLine)).join('\n');
}

function foreseen(error: ToolError, session: Session): string {
  const text = publicText(error.message, session);
  // Only an author makes an error fatal, never data that an author quotes.
  return text.startsWith(fatalPrefix.trim()) && !(error instanceof ToolFatalError) ? `Error: ${text}` : text;
}

/** A failing report must not replace the answer. */
function tell(report: (unexpected: UnexpectedError) => void, unexpected: UnexpectedError): void {
  try {
    report(unexpected);
  } catch {
    console.error(logText(`[tool ${visible(unexpected.tool)}, reference ${unexpected.reference}] onError failed`));
  }
}

/** The result for `error`. An error that is not a ToolError goes to `report`, and the agent gets only a reference. */
export function errorResult(error: unknown, tool: string, session: Session, report: (unexpected: UnexpectedError) => void): CallToolResult {
  const result = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });
  if (error instanceof ToolError) return result(foreseen(error, session));
  const reference = randomBytes(4).toString('hex');
  tell(report, { error, reference, tool, userId: session.userId, sessionId: session.sessionId });
  return result(`Tool '${tool}' failed unexpectedly (reference ${reference})`);
}
