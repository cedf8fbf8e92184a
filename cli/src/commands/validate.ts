import { type Command, Option } from 'commander';
import { outputOption } from '../flags.js';
import { addCheckFlags, addVersionFlags } from '../validate/check-flags.js';
import { kindNames, outputFormats, type ValidateFlags } from '../validate/flags.js';

const help = `
Examples:
  mcpgw validate .                                                every file and chart of the folder
  mcpgw validate charts/mcp-gateway -f values.yaml                values, then the rendered manifests
  mcpgw validate config.yaml --gateway-version v1.4.1             the proxy's own configuration
  helm template demo chart | mcpgw validate - --strict            the output of another program
  mcpgw validate . -o sarif > findings.sarif                      a report for code scanning
  mcpgw validate --explain extauthz-grpc-unbounded                why a rule exists, and how to fix what it finds

Exit code: 0 no errors, 1 errors (with --strict: or warnings), 2 the command could not run.`;

/** Adds `mcpgw validate`, which finds invalid configuration before a deployment. */
export function registerValidate(program: Command): void {
  const command = program
    .command('validate')
    .description('check configuration before it is deployed, offline')
    .argument('[paths...]', 'files, folders, globs, charts (folders or archives), or - for standard input')
    .addOption(new Option('--kind <kind>', 'kind of the files, if content and name do not show it').choices(kindNames));
  addVersionFlags(command)
    .addOption(outputOption(outputFormats))
    .option('--strict', 'treat warnings as errors')
    .option('--explain <rule>', 'explain a rule and how to fix what it finds, and exit')
    .option('--fix', 'apply the safe fixes, after printing them as a diff')
    .addOption(new Option('--config <file>', 'the earlier name of --settings').hideHelp())
    .addHelpText('after', help);
  addCheckFlags(command).action(async (paths: string[], flags: ValidateFlags & { config?: string }) => {
    const { runValidate } = await import('../validate/run.js');
    const settings = flags.settings ?? flags.config;
    process.exitCode = await runValidate(paths, { ...flags, ...(settings !== undefined && { settings }) });
  });
}
