import { eventNames, outcomes } from '@mcpgw/activity';
import { failureModes } from '@mcpgw/failures';
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
  wordsOption,
} from '../flags.js';

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for all.');
  return Number(text);
}

/** Everything that a record can say of how a call ended, or of what happened. */
const outcomeWords = [
  ...new Set([
    ...Object.keys(outcomes),
    ...Object.values(failureModes).flatMap(({ categories }) => categories),
    ...Object.keys(failureModes),
    ...Object.keys(eventNames),
  ]),
];

const help = `
If a gateway runs with the configuration, the command asks it. Otherwise it reads the record from the store. verify and head always read the
store. Without a file, the command uses the first of gateway.yaml, mcp_config.json and .mcp.json in the working folder; with --store it needs
no configuration. A filter takes several values, separated by commas or repeated. A record has to match one value of each filter.

Examples:
  mcpgw activity                                  the last 50 calls and events
  mcpgw activity --follow                         the same, then new ones as they are written
  mcpgw activity --since 1h --outcome failed      what failed in the last hour
  mcpgw activity --tool github:create_issue -o wide     one tool, with more columns
  mcpgw activity --limit 0 -o csv > activity.csv  everything, for a spreadsheet
  mcpgw activity verify                           whether a record was removed, changed or moved
  mcpgw activity head > heads.jsonl               the last records, to keep elsewhere for verify --head heads.jsonl

Exit code: 0 done, 1 verify found a broken chain, 2 the command could not run.`;

function addFilters(command: Command): Command {
  return addServerFlag(command)
    .option('--tool <names>', 'only these tools, prompts or resources: NAME, SERVER:NAME or the name that clients use', collectNames)
    .option('--caller <names>', 'only these callers', collectNames)
    .option('--client <names>', 'only clients with these names, as clients report them', collectNames)
    .option('--session <marks>', 'only these sessions, as `-o wide` shows them', collectNames)
    .addOption(
      wordsOption(
        '--outcome <words>',
        `only these outcomes (${Object.keys(outcomes).join(', ')}), failure categories, failure modes or events`,
        outcomeWords,
      ),
    )
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
    .option('-n, --limit <count>', 'print only the newest records, at most this many; 0 for all', count, 50)
    .option('-f, --follow', 'keep running, and print new records as they are written')
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

const verifyHelp = `
Examples:
  mcpgw activity verify
  mcpgw activity verify --head heads.jsonl        also against records that were kept elsewhere

Exit code: 0 the record is whole, 1 a record was removed, changed or moved, 2 the command could not run.`;

const headHelp = `
Examples:
  mcpgw activity head > heads.jsonl               for mcpgw activity verify --head heads.jsonl

Exit code: 0 printed, 2 the command could not run.`;

function addVerify(activity: Command): void {
  const verify = activity
    .command('verify')
    .description('check the hash chain of every writer, and report the first record that does not fit')
    .option('--head <file>', 'heads that were kept elsewhere, as `mcpgw activity head` prints them (- reads stdin)')
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', verifyHelp);
  addConfigFlags(verify).action(async (_own: unknown, self: Command) => {
    const { runVerify } = await import('../activity/verify.js');
    process.exitCode = await runVerify(joined(activity.opts<ConfigFlags>(), self.opts<VerifyFlags>()));
  });
}

function addHead(activity: Command): void {
  const head = activity
    .command('head')
    .description('print the last record of every writer, one JSON object a line; keep them where writers of the record have no access')
    .addHelpText('after', headHelp);
  addConfigFlags(head).action(async (_own: unknown, self: Command) => {
    const { runHead } = await import('../activity/head.js');
    process.exitCode = await runHead(joined(activity.opts<ConfigFlags>(), self.opts<ConfigFlags>()));
  });
}
