import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../duration.js';
import { addConfigFile, addGatewayFlags, addServerFlag, append, collectNames, outputOption, wordsOption } from '../flags.js';
import type { ProbeFlags } from '../probe/flags.js';

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

const failureClasses = ['transient', 'permanent', 'denied', 'none'];

function addLoadOptions(command: Command): Command {
  return addServerFlag(command)
    .addOption(new Option('--only <names>', 'the earlier name of --server').argParser(collectNames).hideHelp())
    .option('--timeout <duration>', 'timeout of each attempt to reach a server (default: from the configuration, else 10s)', durationMs)
    .option('--max-attempts <n>', 'number of attempts for a server that may still be starting', count, 3)
    .option('--via <url>', 'reach each server through a gateway; {id} stands for the server, as in http://gateway:4000/mcp/{id}')
    .option('--header <header>', 'send `Name: value` to every URL and through --via; ${VAR} is expanded (can be repeated)', append, [])
    .addOption(
      new Option('--transport <transport>', 'transport of URLs')
        .choices(['http', 'streamable-http', 'sse'])
        .default('http', 'streamable HTTP, then SSE'),
    )
    .option('--ca <file>', 'file of certificates (PEM) to trust in addition to the public ones')
    .option(
      '--transient-403 <text>',
      'a 403 with this text means that the authorization service made no decision: transient (can be repeated)',
      append,
      [],
    );
}

function addClusterOptions(command: Command): Command {
  return command
    .addOption(new Option('--from <source>', 'find the servers in a namespace of the cluster').choices(['cluster']))
    .option('-n, --namespace <name>', 'namespace for --from cluster (default: that of the context, or of the pod)')
    .option('--kubeconfig <file>', 'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)')
    .option('--kube-context <name>', 'context of the kubeconfig');
}

function addOutputOptions(command: Command): Command {
  return command
    .addOption(outputOption(['text', 'json', 'junit', 'html']))
    .addOption(
      new Option('--watch [duration]', 'repeat the probe at this interval; without a value every 10s').argParser(durationMs).preset('10s'),
    )
    .option('--rounds <n>', 'stop --watch after this many rounds', count)
    .addOption(wordsOption('--fail-on <words>', 'failures that make the exit code 1; all three without this flag', failureClasses))
    .option('--prometheus <file>', "write metrics for node_exporter's textfile collector");
}

/** Flags that say how to connect from here, which a gateway does in its own way. */
const howToConnect = new Set(['--timeout', '--max-attempts', '--via', '--header', '--transport', '--ca', '--transient-403']);

const isGiven = (command: Command, option: Option): boolean => command.getOptionValueSource(option.attributeName()) === 'cli';

type GivenFlags = ProbeFlags & { readonly only?: readonly string[] };

const help = `
If a gateway runs with the configuration, the command asks it for the state of its connections. It connects to the servers itself if no
gateway runs, if you name several targets or a URL, or if a flag says how to connect. Without a target, the command uses the first of
gateway.yaml, mcp_config.json and .mcp.json in the working folder.

Examples:
  mcpgw probe                                     the servers of the configuration of this folder
  mcpgw probe mcp.json --server github,files      two of its servers
  mcpgw probe mcp.json --no-gateway               connect from here, even if a gateway runs
  mcpgw probe https://mcp.example.com/mcp --timeout 30s
  mcpgw probe mcp.json --watch 1m --fail-on permanent
  mcpgw probe --from cluster -n mcp               servers of the gateways and Services of a namespace, from a pod in it

Exit code: 0 all servers available, 1 a server failed (see --fail-on), 2 the probe could not run.`;

/** Adds `mcpgw probe`, which reports for each MCP server whether it loads, which layer failed, and what to do. */
export function registerProbe(program: Command): void {
  const command = program
    .command('probe')
    .description('connect to MCP servers and list their tools; for each failure, print which layer answered and what to do')
    .argument('[config-or-url...]', 'files that name MCP servers (- reads stdin), and URLs of servers')
    .addHelpText('after', help);
  addGatewayFlags(addOutputOptions(addClusterOptions(addLoadOptions(addConfigFile(command))))).action(
    async (targets: string[], flags: GivenFlags) => {
      const { runProbe } = await import('../probe/run.js');
      const { only, ...rest } = flags;
      const server = only === undefined ? flags.server : [...(flags.server ?? []), ...only];
      const given = command.options.find(option => howToConnect.has(option.long!) && isGiven(command, option));
      process.exitCode = await runProbe(targets, { ...rest, ...(server && { server }), ...(given && { direct: given.long! }) });
    },
  );
}
