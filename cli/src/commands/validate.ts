import { type Command, Option } from 'commander';
import { addCheckFlags, addVersionFlags } from '../validate/check-flags.js';
import { kindNames, outputFormats, type ValidateFlags } from '../validate/flags.js';

/** Adds `mcpgw validate`, which finds invalid configuration before a deployment. */
export function registerValidate(program: Command): void {
  const command = program
    .command('validate')
    .description('check configuration before it is deployed, offline')
    .argument('[paths...]', 'files, folders, globs, chart folders or archives, or - for standard input')
    .addOption(new Option('--kind <kind>', 'kind of the files, when it cannot be told from content and name').choices(kindNames));
  addVersionFlags(command)
    .addOption(new Option('-o, --output <format>', 'format of the report').choices(outputFormats).default('text'))
    .option('--strict', 'treat warnings as errors')
    .option('--explain <rule>', 'explain a rule and how to fix what it finds, and exit')
    .option('--fix', 'apply the fixes that are certain, after printing them as a diff')
    .addOption(new Option('--config <file>', 'the earlier name of --settings').hideHelp());
  addCheckFlags(command).action(async (paths: string[], flags: ValidateFlags & { config?: string }) => {
    const { runValidate } = await import('../validate/run.js');
    const settings = flags.settings ?? flags.config;
    process.exitCode = await runValidate(paths, { ...flags, ...(settings !== undefined && { settings }) });
  });
}
