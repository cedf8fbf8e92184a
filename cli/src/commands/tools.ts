import { disabledToolStatuses } from '@mcpgw/approvals';
import type { Command } from 'commander';
import { durationMs } from '../duration.js';
import {
  addConfigFlags,
  addGatewayAddress,
  addNoGatewayFlag,
  addQuietFlag,
  addServerFlag,
  configText,
  oneConfig,
  outputOption,
  wordsOption,
} from '../flags.js';
import type { DecideFlags, ListFlags, ShowFlags } from '../tools/flags.js';

const statuses = ['callable', ...disabledToolStatuses];

/** Flags that `tools` and all of its commands have. */
function addCommon(command: Command): Command {
  const timed = addServerFlag(addConfigFlags(command)).option(
    '--timeout <duration>',
    'timeout of each attempt to reach a server (default: from the configuration)',
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
  approve: ['approve tools that are new or have changed', 'every tool that is pending approval'],
  enable: ['enable tools that were disabled', 'every tool that was disabled with mcpgw tools disable or on the page'],
  disable: ['disable tools', 'every tool that can be called'],
} as const;

const decisionHelp = (decision: keyof typeof decisions): string => `
Examples:
  mcpgw tools ${decision} github:create_issue${' '.repeat(9 - decision.length)}one tool
  mcpgw tools ${decision} --all --server github${' '.repeat(7 - decision.length)}every such tool of one server
  mcpgw tools ${decision} --all --dry-run${' '.repeat(13 - decision.length)}show what would change

Exit code: 0 done, 1 a tool could not be ${decision}d, 2 the command could not run.`;

function addDecision(tools: Command, decision: keyof typeof decisions): void {
  const [summary, all] = decisions[decision];
  const command = tools
    .command(decision)
    .description(summary)
    .argument('[tools...]', 'tools, as SERVER:TOOL or by the names that clients use')
    .option('--all', `${all}; with --server, of those servers`)
    .option('--dry-run', 'print what would change, and change nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', decisionHelp(decision));
  addCommon(command).action(async (named: string[], _own: unknown, self: Command) => {
    const { runDecision } = await import('../tools/decide.js');
    process.exitCode = await runDecision(decision, named, joined<DecideFlags>(tools, self));
  });
}

const shows = {
  show: 'show a tool in full: what an approval covers, with its schemas',
  diff: 'compare a tool with its approved version',
} as const;

const showHelp: Readonly<Record<keyof typeof shows, string>> = {
  show: `
Examples:
  mcpgw tools show github:create_issue
  mcpgw tools show github__create_issue -o json

Exit code: 0 shown, 2 the command could not run.`,
  diff: `
Examples:
  mcpgw tools diff github:create_issue

Exit code: 0 as approved, 1 changed or never approved, 2 the command could not run.`,
};

function addShow(tools: Command, name: keyof typeof shows): void {
  const command = tools
    .command(name)
    .description(shows[name])
    .argument('<tool>', 'the name that clients see, or SERVER:TOOL')
    .addOption(outputOption(['text', 'json']));
  command.addHelpText('after', showHelp[name]);
  addGatewayAddress(addCommon(command)).action(async (tool: string, _own: unknown, self: Command) => {
    const { runShow, runToolDiff } = await import('../tools/show.js');
    process.exitCode = await (name === 'show' ? runShow : runToolDiff)(tool, joined<ShowFlags>(tools, self));
  });
}

const help = `
If a gateway runs with the configuration, the command asks it. Otherwise it starts the servers itself.
Without a file, the command uses the first of gateway.yaml, mcp_config.json and .mcp.json in the working folder.

Examples:
  mcpgw tools                                     all tools, and how to unlock the locked ones
  mcpgw tools --status pending_approval           tools that nobody has approved yet
  mcpgw tools show github:create_issue            one tool in full
  mcpgw tools diff github:create_issue            what changed since it was approved
  mcpgw tools approve github:create_issue         approve one tool
  mcpgw tools approve --all --server github       approve every pending tool of one server

Exit code: 0 nothing needs attention, 1 a server failed, a tool is pending approval, or a tool is locked for an unknown reason,
2 the command could not run.`;

/** Adds `mcpgw tools`: which tools are callable, which are locked, why, and how to unlock them; also approves, enables and disables tools. */
export function registerTools(program: Command): void {
  const tools = program
    .command('tools')
    .description('list the tools of all servers: status, reason, and how to unlock them; approve, enable and disable tools')
    .enablePositionalOptions()
    .argument('[config]', configText)
    .addOption(outputOption(['text', 'json']))
    .addOption(wordsOption('--status <words>', 'only tools with one of these statuses', statuses))
    .option('--search <query>', 'only tools that match this text, best match first')
    .addHelpText('after', help);
  addGatewayAddress(addCommon(tools)).action(async (named: string | undefined, flags: ListFlags) => {
    const { runList } = await import('../tools/list.js');
    process.exitCode = await runList(oneConfig(named, flags.config), flags);
  });
  addShow(tools, 'show');
  addShow(tools, 'diff');
  for (const decision of ['approve', 'enable', 'disable'] as const) addDecision(tools, decision);
}
