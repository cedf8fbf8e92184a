import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DecideFlags, ListFlags } from '../tools/flags.js';

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

const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

function collectList(text: string, previous: readonly string[] = []): string[] {
  const parts = text.split(',').map(part => part.trim());
  return [...previous, ...parts.filter(part => part !== '')];
}

function statusList(text: string, previous: readonly string[] | undefined): string[] {
  const named = collectList(text, previous);
  if (named.some(name => !statuses.includes(name))) throw new InvalidArgumentError(`Allowed are ${statuses.join(', ')}.`);
  return named;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > 86_400) throw new InvalidArgumentError('It must be a number above 0, at most 86400.');
  return value;
}

function addCommon(command: Command): Command {
  return command
    .option('--server <names>', 'only these servers (comma-separated, repeatable)', collectList)
    .option('--store <where>', 'where approvals are kept: a folder or redis://HOST:PORT (default: as `mcpgw serve`; MCPGW_STATE)')
    .option('--env-file <file>', 'variables for ${env:NAME} (can be repeated)', append, [])
    .option(
      '--allow-unsupported <setting>',
      'a setting without effect that `mcpgw serve` is started with too (can be repeated)',
      append,
      [],
    )
    .option('--timeout <seconds>', 'deadline of each attempt to reach a server', positive)
    .option('-q, --quiet', 'no progress on stderr');
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
    .argument('[tools...]', 'tools, as SERVER:TOOL')
    .option('-c, --config <file>', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .option('--all', `${all}; with --server, of those servers`)
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('-y, --yes', 'do not ask');
  addCommon(command).action(async (named: string[], _own: unknown, self: Command) => {
    const { runDecision } = await import('../tools/decide.js');
    const [before, own] = [tools.opts<DecideFlags>(), self.opts<DecideFlags>()];
    const envFile = [...before.envFile, ...own.envFile];
    const allowUnsupported = [...(before.allowUnsupported ?? []), ...(own.allowUnsupported ?? [])];
    process.exitCode = await runDecision(decision, named, { ...before, ...own, envFile, allowUnsupported });
  });
}

const help = `
Without a file the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used.

Examples:
  mcpgw tools                                     all tools, and what unlocks those that are locked
  mcpgw tools --status pending_approval           what waits for somebody
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
    .argument('[config]', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['table', 'json']).default('table'))
    .option('--status <statuses>', `only tools with these: ${statuses.join(', ')}`, statusList)
    .option('--search <query>', 'only tools that match, best first')
    .addHelpText('after', help);
  addCommon(tools).action(async (config: string | undefined, flags: ListFlags) => {
    const { runList } = await import('../tools/list.js');
    process.exitCode = await runList(config, flags);
  });
  for (const decision of ['approve', 'enable', 'disable'] as const) addDecision(tools, decision);
}
