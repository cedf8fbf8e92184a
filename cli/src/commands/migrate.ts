import { HelmError } from '@mcpgw/helm';
import { type Command, Option } from 'commander';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { outputOption } from '../flags.js';
import { type MigratedFile, type MigrateFlags, migrateFile } from '../migrate/files.js';
import { cannot, formatJson, formatText, isChanged } from '../migrate/report.js';
import { append } from '../render/flags.js';
import { rewriteFile } from '../replace-file.js';
import { print, printJson } from '../terminal.js';

interface CommandFlags extends MigrateFlags {
  readonly write?: true;
  readonly output: 'text' | 'json';
}

const help = `
Without --write, the command writes nothing. It prints the difference, and notes about what behaves differently in the new version.

Examples:
  mcpgw migrate --to v1.4 values.yaml                             print the difference and notes
  mcpgw migrate --to v1.4 --write values.yaml                     write it
  mcpgw migrate --to v1.4 --from v0.12 config.yaml                static configuration does not say its version

Exit code: 0 every file can be migrated, 1 a file cannot be migrated and is unchanged, 2 the command could not run.`;

/** Adds `mcpgw migrate`, which rewrites values files and static configuration for another version of the proxy. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('rewrite values files and static configuration for another version of agentgateway')
    .argument('<files...>', 'files, or - for standard input')
    .requiredOption('--to <version>', 'version to migrate to; v1.4 stands for the newest known v1.4')
    .option(
      '--from <version>',
      'version that reads the file now (default: the version in a values file, or the only version that accepts the file)',
    )
    .option('--write', 'write the files')
    .addOption(new Option('--kind <kind>', 'kind of the files, if content and name do not show it').choices(['values', 'agentgateway']))
    .option('--chart <path>', 'chart that values files belong to (default: the bundled chart)')
    .option('-f, --values <file>', 'values file with lower precedence, for the render (can be repeated)', append, [])
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', help)
    .action(migrate);
}

function migrate(paths: readonly string[], flags: CommandFlags): void {
  if (flags.write && paths.includes('-')) throw new CliError('--write cannot write to standard input; name a file');
  const files = paths.map(path => migrated(path, flags));
  const isWritten = (file: MigratedFile): boolean => flags.write === true && isChanged(file) && !cannot(file);
  for (const file of files) if (isWritten(file)) rewriteFile(file.file, file.after);
  if (flags.output === 'json') printJson(formatJson(files, isWritten));
  else print(formatText(files, isWritten));
  process.exitCode = files.some(cannot) ? exitCodes.findings : exitCodes.clean;
}

function migrated(path: string, flags: MigrateFlags): MigratedFile {
  try {
    return migrateFile(path, flags);
  } catch (error) {
    throw error instanceof HelmError ? new CliError(error.message) : error;
  }
}
