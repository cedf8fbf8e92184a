/** `mcpgw tools approve|enable|disable`: named tools → what would change → asked → done → what is still in the way. */
import { ApprovalError, type ApprovedContent, cachedToolHash, type Decision, lookAlike } from '@mcpgw/approvals';
import type { RankedTool } from '@mcpgw/gateway';
import { safeText } from '@mcpgw/loader';
import { StoreError } from '@mcpgw/store';
import type { SourceTool } from '@mcpgw/upstreams';
import { canAsk, confirmed } from '../ask.js';
import { userName } from '../command-recorder.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { withSystemFault } from '../system-fault.js';
import { print, say } from '../terminal.js';
import type { DecideFlags } from './flags.js';
import { takeInventory } from './inventory.js';
import type { Inventory } from './inventory-server.js';
import { makeToolsReport, type ReportedTool } from './report.js';
import { toolsByName } from './tools-by-name.js';

const done: Readonly<Record<Decision, string>> = { approve: 'approved', enable: 'enabled', disable: 'disabled' };
const already: Readonly<Record<Decision, string>> = {
  approve: 'does not wait for approval',
  enable: 'is not switched off',
  disable: 'is switched off already',
};

/** Whether a decision changes anything for a tool. */
function applies(decision: Decision, { server, tool }: RankedTool, { approvals }: Inventory): boolean {
  const record = approvals.get(server, tool.name);
  if (decision === 'approve') return record !== undefined && record.status !== 'approved';
  return record?.disabled === (decision === 'enable');
}

/** What `--all` means: what waits, what a user switched off, or what may be called. */
function isMeant(decision: Decision, tool: RankedTool, inventory: Inventory): boolean {
  const status = { approve: 'pending_approval', enable: 'disabled_by_user', disable: undefined } as const;
  return tool.status === status[decision] && applies(decision, tool, inventory);
}

interface Chosen {
  readonly tools: readonly RankedTool[];
  /** Lines about names that lead nowhere. */
  readonly problems: readonly string[];
}

function unknownLine(name: string, { servers, clientNames }: Inventory): string {
  const server = servers.find(candidate => clientNames.serversOf(name).includes(candidate.name));
  if (server === undefined)
    return `${safeText(name)}: there is no such server, or the name is neither SERVER:TOOL nor one that clients use`;
  const { outcome } = server;
  const why = outcome && outcome.status !== 'available' ? `; the server failed: ${outcome.error}` : '';
  return `${safeText(name)}: the server has no such tool${why}`;
}

function choose(decision: Decision, named: readonly string[], flags: DecideFlags, inventory: Inventory): Chosen {
  const all = inventory.catalogue.all();
  if (flags.all) return { tools: all.filter(tool => isMeant(decision, tool, inventory)), problems: [] };
  const byName = toolsByName(all, inventory);
  const names = [...new Map(named.map(name => [byName.get(name) ?? name, name])).values()];
  return {
    tools: names.flatMap(name => byName.get(name) ?? []),
    problems: names.filter(name => !byName.has(name)).map(name => unknownLine(name, inventory)),
  };
}

/** What is another than was approved, field by field. */
function changes(tool: SourceTool, { tool: before, isWhole }: ApprovedContent): string[] {
  const [old, now] = [before, tool] as Record<string, unknown>[];
  const fields = isWhole ? new Set([...Object.keys(old!), ...Object.keys(now!)]) : ['description', 'inputSchema', 'outputSchema'];
  const changed = [...fields].filter(field => JSON.stringify(old![field]) !== JSON.stringify(now![field]));
  return changed.map(field => `    approved before: ${safeText(field)}: ${safeText(JSON.stringify(old![field]) ?? '') || '(none)'}`);
}

/** What a person should see before they say yes. */
async function describe(decision: Decision, { name, server, tool }: RankedTool, { approvals }: Inventory): Promise<string[]> {
  const lines = [`  ${safeText(name)}: ${safeText(tool.description ?? '') || '(no description)'}`];
  if (decision !== 'approve') return lines;
  const { description: _, name: _name, ...rest } = tool;
  const caution = lookAlike(tool.name);
  if (caution !== undefined) lines.push(`    caution: ${caution}`);
  for (const [field, value] of Object.entries(rest)) lines.push(`    ${safeText(field)}: ${safeText(JSON.stringify(value))}`);
  const before = await approvals.approvedContent(server, tool.name);
  return before === undefined ? lines : [...lines, ...changes(tool, before)];
}

/** Asks where there is somebody to ask; scripts are not asked. */
async function isWanted(decision: Decision, tools: readonly RankedTool[], inventory: Inventory): Promise<boolean> {
  if (!canAsk()) return true;
  for (const tool of tools) for (const line of await describe(decision, tool, inventory)) say(`${line}\n`);
  return confirmed(`${decision[0]!.toUpperCase()}${decision.slice(1)} ${tools.length} tool${tools.length === 1 ? '' : 's'}?`);
}

function byServer(tools: readonly RankedTool[]): Map<string, RankedTool[]> {
  const grouped = new Map<string, RankedTool[]>();
  for (const tool of tools) grouped.set(tool.server, [...(grouped.get(tool.server) ?? []), tool]);
  return grouped;
}

/** Decides server by server; gives the lines about what could not be done. */
async function decide(decision: Decision, tools: readonly RankedTool[], { approvals, servers }: Inventory): Promise<string[]> {
  const problems: string[] = [];
  const reached = new Set(servers.filter(({ outcome }) => outcome?.status === 'available').map(({ name }) => name));
  for (const [server, own] of byServer(tools)) {
    const decided = own.map(({ tool }) => {
      const hash = reached.has(server) ? cachedToolHash(tool) : undefined;
      return { tool: tool.name, ...(hash !== undefined && { hash }) };
    });
    try {
      await approvals.decide(server, decided, decision, `${userName()} (mcpgw tools)`);
    } catch (error) {
      if (error instanceof ApprovalError) problems.push(error.message);
      else if (error instanceof StoreError) throw new CliError(withSystemFault(error));
      else throw error;
    }
  }
  return problems;
}

/** A tool may be locked for another reason still; each way out is named. */
function resultLine(decision: Decision, tool: ReportedTool): string {
  const line = `${done[decision]} ${tool.name}`;
  if (decision === 'disable' || tool.status === 'callable') return line;
  return `${line}; still locked: ${tool.reason}: ${tool.remedy}`;
}

function printResults(decision: Decision, tools: readonly RankedTool[], inventory: Inventory, failed: boolean): void {
  if (failed) return;
  const names = new Set(tools.map(({ name }) => safeText(name)));
  const report = makeToolsReport(inventory, {});
  for (const tool of report.tools) if (names.has(tool.name)) print(`${resultLine(decision, tool)}\n`);
}

async function run(decision: Decision, named: readonly string[], flags: DecideFlags, inventory: Inventory): Promise<ExitCode> {
  const { tools, problems } = choose(decision, named, flags, inventory);
  const changing = tools.filter(tool => applies(decision, tool, inventory));
  for (const problem of problems) say(`Error: ${problem}\n`);
  for (const tool of tools) if (!changing.includes(tool)) say(`${safeText(tool.name)} ${already[decision]}\n`);
  const exitCode = problems.length > 0 ? exitCodes.findings : exitCodes.clean;
  if (changing.length === 0) {
    if (flags.all) say(`nothing to ${decision}\n`);
    return exitCode;
  }
  if (flags.dryRun) {
    for (const { name } of changing) print(`would be ${done[decision]}: ${safeText(name)}\n`);
    return exitCode;
  }
  if (!flags.yes && !(await isWanted(decision, changing, inventory))) {
    say('nothing was done\n');
    return exitCodes.findings;
  }
  const failures = await decide(decision, changing, inventory);
  for (const failure of failures) say(`Error: ${failure}\n`);
  printResults(decision, changing, inventory, failures.length > 0);
  return failures.length > 0 ? exitCodes.findings : exitCode;
}

/** Runs `mcpgw tools approve|enable|disable` and gives its exit code. @throws CliError when it cannot run */
export async function runDecision(decision: Decision, named: readonly string[], flags: DecideFlags): Promise<ExitCode> {
  if (named.length === 0 && !flags.all) throw new CliError(`name the tools to ${decision} as SERVER:TOOL, or use --all`);
  if (named.length > 0 && flags.all) throw new CliError('name tools or use --all, not both');
  const inventory = await takeInventory(flags.config, flags, { mayWrite: flags.dryRun !== true, ...(!flags.all && { named }) });
  try {
    return await run(decision, named, flags, inventory);
  } finally {
    await inventory.close();
  }
}
