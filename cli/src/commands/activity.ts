import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AccessFlags, ListActivityFlags, VerifyFlags } from '../activity/flags.js';

const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

function collectList(text: string, previous: readonly string[] = []): string[] {
  const parts = text.split(',').map(part => part.trim());
  return [...previous, ...parts.filter(part => part !== '')];
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for all.');
  return Number(text);
}

function addAccess(command: Command): Command {
  return command
    .option('--store <where>', 'where the record is: the folder of the store, or redis://HOST:PORT; then no configuration is read')
    .option('--env-file <file>', 'variables for ${env:NAME} (can be repeated)', append, [])
    .option(
      '--allow-unsupported <setting>',
      'a setting without effect that `mcpgw serve` is started with too (can be repeated)',
      append,
      [],
    );
}

const help = `
Without a file the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used.
A filter takes several values (comma-separated, repeatable): one of them has to hold, of every filter.

Examples:
  mcpgw activity                                  the last 50 calls and events
  mcpgw activity --follow                         and those to come
  mcpgw activity --since 1h --outcome failed      what failed in the last hour
  mcpgw activity --tool github:create_issue -o wide
  mcpgw activity --limit 0 -o csv > activity.csv  everything, for a spreadsheet
  mcpgw activity verify                           whether a record was removed, changed or moved
  mcpgw activity head > heads.jsonl               the last records, to keep elsewhere; later: verify --head heads.jsonl

Exit code: 0 done, 1 verify found a broken chain, 2 it could not run.`;

function addFilters(command: Command): Command {
  return command
    .option('--server <names>', 'only these servers', collectList)
    .option('--tool <names>', 'only these tools, prompts or resources: NAME or SERVER:NAME', collectList)
    .option('--caller <names>', 'only these callers', collectList)
    .option('--session <marks>', 'only these sessions, as `-o wide` shows them', collectList)
    .option('--outcome <words>', 'only these outcomes, failure categories, failure modes or events', collectList)
    .addOption(new Option('--type <type>', 'only calls, or only events').choices(['call', 'event']))
    .option('--since <when>', 'only records since then: a duration such as 30m, 1h or 7d, or a time such as 2026-01-31T12:00:00Z')
    .option('--until <when>', 'only records until then');
}

/** Adds `mcpgw activity`: the record of calls and events, its verification, and its heads. */
export function registerActivity(program: Command): void {
  const activity = program
    .command('activity')
    .description('show the record of calls and events, follow it, export it, and verify that nothing was removed or changed')
    .enablePositionalOptions()
    .argument('[config]', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['table', 'wide', 'json', 'jsonl', 'csv']).default('table'))
    .option('-n, --limit <count>', 'most records, the newest ones; 0 for all', count, 50)
    .option('-f, --follow', 'print further records as they are written')
    .addHelpText('after', help);
  addAccess(addFilters(activity)).action(async (config: string | undefined, flags: ListActivityFlags) => {
    const { runActivity } = await import('../activity/list.js');
    process.exitCode = await runActivity(config, flags);
  });
  addVerify(activity);
  addHead(activity);
}

function joined<T extends AccessFlags>(before: AccessFlags, own: T): T {
  const allowUnsupported = [...(before.allowUnsupported ?? []), ...(own.allowUnsupported ?? [])];
  const store = own.store ?? before.store;
  return { ...own, envFile: [...before.envFile, ...own.envFile], allowUnsupported, ...(store !== undefined && { store }) };
}

function addVerify(activity: Command): void {
  const verify = activity
    .command('verify')
    .description('check the hash chain of every writer, and name the first broken place')
    .option('-c, --config <file>', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .option('--head <file>', 'heads that were kept elsewhere, as `mcpgw activity head` prints them (- reads stdin)')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['text', 'json']).default('text'));
  addAccess(verify).action(async (_own: unknown, self: Command) => {
    const { runVerify } = await import('../activity/verify.js');
    process.exitCode = await runVerify(joined(activity.opts<AccessFlags>(), self.opts<VerifyFlags>()));
  });
}

function addHead(activity: Command): void {
  const head = activity
    .command('head')
    .description('print the last record of every writer, one JSON object a line, to keep where nobody who can write the record can write')
    .option('-c, --config <file>', 'gateway.yaml, mcp_config.json, or the file of an MCP client');
  addAccess(head).action(async (_own: unknown, self: Command) => {
    const { runHead } = await import('../activity/head.js');
    process.exitCode = await runHead(joined(activity.opts<AccessFlags>(), self.opts<AccessFlags>()));
  });
}
