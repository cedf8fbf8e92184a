import type { Command } from 'commander';
import type { CallFlags } from '../call/run.js';
import { durationMs } from '../duration.js';
import { addConfigFlags, addGatewayFlags, append, outputOption } from '../flags.js';

const help = `
If a gateway runs with the configuration, the command calls the tool through it. Otherwise it starts the server of the tool for the call.
Each argument gets the type that the schema of the tool gives it. Write objects and arrays as JSON, repeat an argument that is an array, and
write a.b=1 for the member b of the object a.

Examples:
  mcpgw call github:list_issues --arg owner=me --arg repo=app --arg limit=5
  echo '{"owner": "me"}' | mcpgw call github:list_issues --args-json -
  mcpgw call charts:draw --arg kind=bar --save .    images are written to files

Exit code: 0 the tool answered, 1 the tool reported an error, 2 it could not be called (unknown or locked tool, wrong arguments, server down).`;

/** Adds `mcpgw call`: calls one tool, through a running gateway if there is one. */
export function registerCall(program: Command): void {
  const command = program
    .command('call')
    .description('call a tool, through the running gateway if there is one')
    .argument('<tool>', 'the name that clients see, or SERVER:TOOL')
    .option('-a, --arg <name=value>', 'argument, converted to the type in the schema of the tool (can be repeated)', append, [])
    .option('--args-json <json>', 'arguments as a JSON object (- reads standard input); --arg adds to them')
    .addOption(outputOption(['text', 'json']))
    .option('--save <folder>', 'write images, audio and other binary results to files in this folder')
    .option('--timeout <duration>', 'timeout of the call; progress restarts it (default: 5m)', durationMs)
    .addHelpText('after', help);
  addGatewayFlags(addConfigFlags(command)).action(async (tool: string, flags: CallFlags) => {
    const { runCallCommand } = await import('../call/run.js');
    process.exitCode = await runCallCommand(tool, flags);
  });
}
