import { Argument, type Command } from 'commander';
import { CliError } from '../errors.js';
import type { DescribedCommand } from '../help/man.js';
import { print } from '../terminal.js';

const help = `
Examples:
  mcpgw man render | man -l -                              read a page
  mcpgw man --output-dir ~/.local/share/man/man1           write all pages; then man mcpgw-render works`;

/** Adds `mcpgw man`: manual pages, made from the commands' own help. */
export function registerMan(program: Command, commands: readonly DescribedCommand[]): void {
  program
    .command('man')
    .description('print the manual page of mcpgw or of a command, or write all of them')
    .addArgument(new Argument('[words...]', 'a command, or a command and its subcommand'))
    .option('--output-dir <dir>', 'write every page to a file in this folder')
    .addHelpText('after', help)
    .action(async (words: readonly string[], { outputDir }: { outputDir?: string }) => {
      const { manPages } = await import('../help/man.js');
      const pages = await manPages(commands);
      if (outputDir !== undefined) {
        if (words.length > 0) throw new CliError('--output-dir writes every page: name no command');
        const { writeFiles } = await import('../init/write-files.js');
        return writeFiles(outputDir, pages, true);
      }
      const name = ['mcpgw', ...words].join('-');
      const page = pages.get(`${name}.1`);
      if (page === undefined) throw new CliError(`there is no manual page ${name}(1); mcpgw help lists the commands`);
      print(page);
    });
}
