import type { Command } from 'commander';
import type { CallFlags } from '../call/run.js';
import { durationMs } from '../duration.js';
import { addConfigFlags, addGatewayFlags, append, outputOption } from '../flags.js';

const help = `
A running gateway is asked; where none runs with this configuration, the server of the tool is started for the call.
TOOL is the name that clients see, or SERVER:TOOL. Arguments get the type that the tool's schema gives them: numbers, booleans, and
objects and arrays as JSON; an argument that is an array can be repeated; a.b=1 is the member b of the object a.

Examples:
  mcpgw call github:list_issues --arg owner=me --arg repo=app --arg limit=5
  echo '{"owner": "me"}' | mcpgw call github:list_issues --args-json -
  mcpgw call charts:draw --arg kind=bar --save .    images are written to files

Exit code: 0 ok, 1 the tool reported an error, 2 it could not be called (unknown or locked tool, wrong arguments, server down).`;

/** Adds `mcpgw call`: calls one tool, through a running gateway if there is one. */
export function registerCall(program: Command): void {
  const command = program
    .command('call')
    .description('call a tool, through the running gateway if there is one')
    .argument('<tool>', 'the name that clients see, or SERVER:TOOL')
    .option('-a, --arg <name=value>', 'an argument, typed by the schema of the tool (can be repeated)', append, [])
    .option('--args-json <json>', 'the arguments as an object of JSON (- reads stdin); --arg adds to them')
    .addOption(outputOption(['text', 'json']))
    .option('--save <folder>', 'write images, audio and other data of the result to files in this folder')
    .option('--timeout <duration>', 'longest time without an answer or progress (default: 5m)', durationMs)
    .addHelpText('after', help);
  addGatewayFlags(addConfigFlags(command)).action(async (tool: string, flags: CallFlags) => {
    const { runCallCommand } = await import('../call/run.js');
    process.exitCode = await runCallCommand(tool, flags);
  });
}
