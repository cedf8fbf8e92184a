import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ProbeFlags } from '../probe/flags.js';

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > 86_400) throw new InvalidArgumentError('It must be a number above 0, at most 86400.');
  return value;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function collectList(text: string, before: readonly string[] = []): string[] {
  const parts = text.split(',').map(part => part.trim());
  return [...before, ...parts.filter(part => part !== '')];
}

const failureClasses = ['transient', 'permanent', 'denied', 'none'];

function failOn(text: string, before: readonly string[] | undefined): string[] {
  const classes = collectList(text, before);
  const unknown = classes.find(name => !failureClasses.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed are ${failureClasses.join(', ')}.`);
  return classes;
}

function addLoadOptions(command: Command): Command {
  return command
    .option('--only <ids>', 'probe only these servers (comma-separated, repeatable)', collectList)
    .option('--timeout <seconds>', 'deadline of each attempt (default: what the configuration says, else 10)', positive)
    .option('--max-attempts <n>', 'attempts for a server that may be starting', count, 3)
    .option('--via <url>', 'reach each server through a gateway; {id} stands for the server, as in http://gateway:4000/mcp/{id}')
    .option('--header <header>', 'send `Name: value` to every URL and through --via; ${VAR} is expanded (repeatable)', collect)
    .addOption(
      new Option('--transport <transport>', 'transport of URLs')
        .choices(['http', 'streamable-http', 'sse'])
        .default('http', 'streamable HTTP, then SSE'),
    )
    .option('--ca <file>', 'certificates (PEM) to trust besides the public ones')
    .option(
      '--transient-403 <text>',
      'a 403 with this text means that the authorization service made no decision: transient (repeatable)',
      collect,
    );
}

function addOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['table', 'json', 'junit']).default('table'))
    .addOption(new Option('--watch [seconds]', 'probe again and again, by default every 10 seconds').argParser(positive).preset('10'))
    .option('--rounds <n>', 'end --watch after so many rounds', count)
    .option('--fail-on <classes>', 'classes that make the exit code 1: transient, permanent, denied, none (default: all three)', failOn)
    .option('--prometheus <file>', "write metrics for node_exporter's textfile collector")
    .option('-q, --quiet', 'no progress on stderr');
}

/** Adds `mcpgw probe`, which reports for each MCP server whether it loads, which layer failed, and what to do. */
export function registerProbe(program: Command): void {
  const command = program
    .command('probe')
    .description('connect to MCP servers, list their tools, and say for each failure which layer answered and what to do')
    .argument('[config-or-url...]', 'files that name MCP servers (- reads stdin), and URLs of servers')
    .addHelpText('after', '\nExit code: 0 all servers available, 1 a failure of a chosen class, 2 the probe could not run.');
  addOutputOptions(addLoadOptions(command)).action(async (targets: string[], flags: ProbeFlags) => {
    const { runProbe } = await import('../probe/run.js');
    process.exitCode = await runProbe(targets, flags);
  });
}
