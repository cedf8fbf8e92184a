import type { Command } from 'commander';
import type { DoctorFlags } from '../doctor/run.js';
import { addConfigFlags, addGatewayFlags, configText, oneConfig, outputOption } from '../flags.js';

const help = `
The command checks the configuration, the gateway, its servers, the store, the activity record, approvals, logins, the clock, the programs
that isolate servers, and the files of MCP clients on this machine. It also lists what it could not check. If no gateway runs with the
configuration, the command starts the servers for the check.

Examples:
  mcpgw doctor                                    the configuration of the working folder
  mcpgw doctor gateway.yaml -o json               as data
  mcpgw doctor --url http://127.0.0.1:8080        a gateway that runs elsewhere

Exit code: 0 no problem, 1 an error or a warning, 2 the command could not run.`;

/** Adds `mcpgw doctor`: what is wrong, and what to do. */
export function registerDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('check the gateway and this machine; print one result a line, with what to do')
    .argument('[config]', configText)
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', help);
  addGatewayFlags(addConfigFlags(command)).action(async (named: string | undefined, flags: DoctorFlags) => {
    const { runDoctor } = await import('../doctor/run.js');
    const config = oneConfig(named, flags.config);
    process.exitCode = await runDoctor({ ...flags, ...(config !== undefined && { config }) });
  });
}
