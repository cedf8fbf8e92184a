/** The actions of the page: one function per action, with its fields. */
import type { ActionOutcome, PageServer, PageTool, SeenTool, ServerSwitch, WebDeps } from './deps.js';
import { objectOf, PageError, texts } from './request.js';

type Body = Readonly<Record<string, unknown>>;
/** `by` is who decides, for the record. */
type Action = (body: Body, deps: WebDeps, by: string) => Promise<void>;

export function findServer(deps: WebDeps, name: string): PageServer {
  const server = deps.servers().find(candidate => candidate.name === name);
  if (server === undefined) throw new PageError(404, 'unknown-server', 'there is no such server');
  return server;
}

export function findTool(deps: WebDeps, server: string, name: string): PageTool {
  findServer(deps, server);
  const tool = deps.find(server, name);
  if (tool === undefined) throw unknownTool();
  return tool;
}

const unknownTool = () => new PageError(404, 'unknown-tool', 'there is no such tool; it may be gone since the page was loaded');

function settle(outcome: ActionOutcome): void {
  switch (outcome) {
    case 'done':
      return;
    case 'stale':
      throw new PageError(409, 'stale', 'the tool changed since it was shown; look at it again');
    case 'incomparable':
      throw new PageError(409, 'incomparable', 'the schema of the tool is nested too deeply to be approved');
    case 'store':
      throw new PageError(503, 'store', 'the decision could not be saved; the log of the gateway says more');
    case 'unknown':
      throw unknownTool();
  }
}

/** Maximum number of tools in one approval request. */
const maxApproved = 500;

function seenTools(body: Body): SeenTool[] {
  const { tools } = body;
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > maxApproved) {
    throw new PageError(400, 'malformed', `tools must be a list of 1 to ${maxApproved}`);
  }
  return tools.map(tool => texts(objectOf(tool), ['tool', 'hash']));
}

const approve: Action = async (body, deps, by) => {
  const { tools: _tools, ...rest } = body;
  const { server } = texts(rest, ['server']);
  const seen = seenTools(body);
  for (const { tool } of seen) {
    if (findTool(deps, server, tool).status !== 'pending_approval')
      throw new PageError(409, 'stale', 'the tool does not wait for approval');
  }
  settle(await deps.approve(server, seen, by));
};

const setEnabled =
  (enabled: boolean): Action =>
  async (body, deps, by) => {
    const { server, tool } = texts(body, ['server', 'tool']);
    findTool(deps, server, tool);
    settle(await deps.setEnabled(server, tool, enabled, by));
  };

const restart: Action = async (body, deps, by) => {
  const { server } = texts(body, ['server']);
  const { enabled, quarantined } = findServer(deps, server);
  if (!enabled || quarantined) throw new PageError(409, 'switched-off', 'the server is disabled or in quarantine');
  deps.restart(server, by);
};

/** A person disables a server or puts it into quarantine. What the configuration keeps off stays off. */
const switchServer =
  (to: ServerSwitch['to'] | 'on'): Action =>
  async (body, deps, by) => {
    const { server } = texts(body, ['server']);
    const { enabled, quarantined, switched, protocol } = findServer(deps, server);
    if (protocol === 'rest') throw new PageError(409, 'not-switchable', 'a REST API is disabled in the configuration only');
    if (switched === undefined && (!enabled || quarantined))
      throw new PageError(409, 'switched-off', 'the configuration keeps this server off: change it there');
    if (to === 'on' && switched === undefined) return;
    settle(await deps.switchServer(server, to, by));
  };

export const actions: ReadonlyMap<string, Action> = new Map([
  ['approve', approve],
  ['enable', setEnabled(true)],
  ['disable', setEnabled(false)],
  ['restart', restart],
  ['server/disable', switchServer('disabled')],
  ['server/quarantine', switchServer('quarantined')],
  ['server/enable', switchServer('on')],
]);
