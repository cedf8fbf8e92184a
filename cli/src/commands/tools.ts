import { type Command, InvalidArgumentError } from 'commander';
import { durationMs } from '../duration.js';
import {
  addConfigFlags,
  addGatewayAddress,
  addNoGatewayFlag,
  addQuietFlag,
  addServerFlag,
  collectNames,
  configText,
  oneConfig,
  outputOption,
} from '../flags.js';
import type { DecideFlags, ListFlags, ShowFlags } from '../tools/flags.js';

const statuses = [
  'callable',
  'server_disabled',
  'server_quarantined',
  'login_required',
  'disabled_by_config',
  'disabled_by_user',
  'pending_approval',
  'disabled_unknown',
];

function statusList(text: string, previous: readonly string[] | undefined): string[] {
  const named = collectNames(text, previous);
  if (named.some(name => !statuses.includes(name))) throw new InvalidArgumentError(`Allowed are ${statuses.join(', ')}.`);
  return named;
}

/** Flags that `tools` and all of its commands have. */
function addCommon(command: Command): Command {
  const timed = addServerFlag(addConfigFlags(command)).option(
    '--timeout <duration>',
    'deadline of each attempt to reach a server (default: what the configuration says)',
    durationMs,
  );
  return addNoGatewayFlag(addQuietFlag(timed));
}

/** The flags of a command, with those that were given before its name. */
function joined<T extends DecideFlags | ShowFlags>(tools: Command, self: Command): T {
  const [before, own] = [tools.opts<T>(), self.opts<T>()];
  const envFile = [...before.envFile, ...own.envFile];
  const allowUnsupported = [...(before.allowUnsupported ?? []), ...(own.allowUnsupported ?? [])];
  return { ...before, ...own, envFile, allowUnsupported, gateway: before.gateway && own.gateway };
}

const decisions = {
  approve: ['approve tools that are new or have changed', 'every tool that waits for approval'],
  enable: ['switch tools on again', 'every tool that was switched off'],
  disable: ['switch tools off', 'every tool that may be called'],
} as const;

function addDecision(tools: Command, decision: keyof typeof decisions): void {
  const [summary, all] = decisions[decision];
  const command = tools
    .command(decision)
    .description(summary)
    .argument('[tools...]', 'tools, as SERVER:TOOL or by the names that clients use')
    .option('--all', `${all}; with --server, of those servers`)
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('-y, --yes', 'do not ask');
  addCommon(command).action(async (named: string[], _own: unknown, self: Command) => {
    const { runDecision } = await import('../tools/decide.js');
    process.exitCode = await runDecision(decision, named, joined<DecideFlags>(tools, self));
  });
}

const shows = {
  show: 'show a tool whole: what is approved with it, with its schemas',
  diff: 'compare a tool with the form of it that was approved',
} as const;

function addShow(tools: Command, name: keyof typeof shows): void {
  const command = tools
    .command(name)
    .description(shows[name])
    .argument('<tool>', 'the name that clients see, or SERVER:TOOL')
    .addOption(outputOption(['text', 'json']));
  if (name === 'diff')
    command.addHelpText('after', '\nExit code: 0 as it was approved, 1 another form or never approved, 2 it could not run.');
  addGatewayAddress(addCommon(command)).action(async (tool: string, _own: unknown, self: Command) => {
    const { runShow, runToolDiff } = await import('../tools/show.js');
    process.exitCode = await (name === 'show' ? runShow : runToolDiff)(tool, joined<ShowFlags>(tools, self));
  });
}

const help = `
A gateway that runs with the configuration is asked; otherwise the servers are started for the command.
Without a file the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used.

Examples:
  mcpgw tools                                     all tools, and what unlocks those that are locked
  mcpgw tools --status pending_approval           what waits for somebody
  mcpgw tools show github:create_issue            all of a tool
  mcpgw tools diff github:create_issue            what changed since it was approved
  mcpgw tools approve github:create_issue         approve one tool
  mcpgw tools approve --all --server github       approve all that waits on one server

Exit code: 0 nothing needs attention, 1 a server failed, or a tool waits for approval or is locked for an unknown reason
(approve, enable, disable: something could not be done), 2 it could not run.`;

/** Adds `mcpgw tools`: which tools are callable, which are locked, why, and how to unlock them; also approves, enables and disables tools. */
export function registerTools(program: Command): void {
  const tools = program
    .command('tools')
    .description('show the tools of all servers with status, reason and remedy; approve, enable and disable them')
    .enablePositionalOptions()
    .argument('[config]', configText)
    .addOption(outputOption(['text', 'json']))
    .option('--status <statuses>', `only tools with these: ${statuses.join(', ')}`, statusList)
    .option('--search <query>', 'only tools that match, best first')
    .addHelpText('after', help);
  addGatewayAddress(addCommon(tools)).action(async (named: string | undefined, flags: ListFlags) => {
    const { runList } = await import('../tools/list.js');
    process.exitCode = await runList(oneConfig(named, flags.config), flags);
  });
  addShow(tools, 'show');
  addShow(tools, 'diff');
  for (const decision of ['approve', 'enable', 'disable'] as const) addDecision(tools, decision);
}
