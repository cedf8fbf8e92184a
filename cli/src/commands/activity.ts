import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ListActivityFlags, VerifyFlags } from '../activity/flags.js';
import {
  addConfigFlags,
  addGatewayFlags,
  addServerFlag,
  type ConfigFlags,
  collectNames,
  configText,
  oneConfig,
  outputOption,
} from '../flags.js';

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for all.');
  return Number(text);
}

const help = `
A gateway that runs with the configuration is asked; otherwise the record is read where it is stored. verify and head always read what is
stored. Without a file the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used; with --store none is read.
A filter takes several values (comma-separated, repeatable): one of them has to hold, of every filter.

Examples:
  mcpgw activity                                  the last 50 calls and events
  mcpgw activity --follow                         and those to come
  mcpgw activity --since 1h --outcome failed      what failed in the last hour
  mcpgw activity --tool github:create_issue -o wide     or by the name that clients use
  mcpgw activity --limit 0 -o csv > activity.csv  everything, for a spreadsheet
  mcpgw activity verify                           whether a record was removed, changed or moved
  mcpgw activity head > heads.jsonl               the last records, to keep elsewhere; later: verify --head heads.jsonl

Exit code: 0 done, 1 verify found a broken chain, 2 it could not run.`;

function addFilters(command: Command): Command {
  return addServerFlag(command)
    .option('--tool <names>', 'only these tools, prompts or resources: NAME, SERVER:NAME or the name that clients use', collectNames)
    .option('--caller <names>', 'only these callers', collectNames)
    .option('--client <names>', 'only clients that name themselves so', collectNames)
    .option('--session <marks>', 'only these sessions, as `-o wide` shows them', collectNames)
    .option('--outcome <words>', 'only these outcomes, failure categories, failure modes or events', collectNames)
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
    .argument('[config]', configText)
    .addOption(outputOption(['text', 'wide', 'json', 'jsonl', 'csv']))
    .option('-n, --limit <count>', 'maximum number of records, the newest ones; 0 for all', count, 50)
    .option('-f, --follow', 'print further records as they are written')
    .addHelpText('after', help);
  addGatewayFlags(addConfigFlags(addFilters(activity))).action(async (named: string | undefined, flags: ListActivityFlags) => {
    const { runActivity } = await import('../activity/list.js');
    const config = oneConfig(named, flags.config);
    process.exitCode = await runActivity({ ...flags, ...(config !== undefined && { config }) });
  });
  addVerify(activity);
  addHead(activity);
}

/** The flags of a command, with those of the configuration that were given before its name. */
function joined<T extends ConfigFlags>(before: ConfigFlags, own: T): T {
  const allowUnsupported = [...(before.allowUnsupported ?? []), ...(own.allowUnsupported ?? [])];
  const [store, config] = [own.store ?? before.store, oneConfig(before.config, own.config)];
  const more = { ...(store !== undefined && { store }), ...(config !== undefined && { config }) };
  return { ...own, envFile: [...before.envFile, ...own.envFile], allowUnsupported, ...more };
}

function addVerify(activity: Command): void {
  const verify = activity
    .command('verify')
    .description('check the hash chain of every writer, and name the first broken place')
    .option('--head <file>', 'heads that were kept elsewhere, as `mcpgw activity head` prints them (- reads stdin)')
    .addOption(outputOption(['text', 'json']));
  addConfigFlags(verify).action(async (_own: unknown, self: Command) => {
    const { runVerify } = await import('../activity/verify.js');
    process.exitCode = await runVerify(joined(activity.opts<ConfigFlags>(), self.opts<VerifyFlags>()));
  });
}

function addHead(activity: Command): void {
  const head = activity
    .command('head')
    .description('print the last record of every writer, one JSON object a line, to keep where nobody who can write the record can write');
  addConfigFlags(head).action(async (_own: unknown, self: Command) => {
    const { runHead } = await import('../activity/head.js');
    process.exitCode = await runHead(joined(activity.opts<ConfigFlags>(), self.opts<ConfigFlags>()));
  });
}
