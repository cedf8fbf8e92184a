import { Argument, type Command, Option } from 'commander';
import type { CompletableCommand } from '../completion/candidates.js';
import type { WordsFlags } from '../completion/run.js';
import { type Shell, scripts, shells } from '../completion/scripts.js';
import { print } from '../terminal.js';

const help = `
The script completes commands, flags, files, clients, and the names of servers and tools. These names come from a running gateway, or from the
configuration in the working folder.

Examples:
  source <(mcpgw completion bash)                                      in ~/.bashrc
  source <(mcpgw completion zsh)                                       in ~/.zshrc, after compinit
  mcpgw completion fish > ~/.config/fish/completions/mcpgw.fish
  mcpgw completion powershell | Out-String | Invoke-Expression         in $PROFILE`;

/** Adds `mcpgw completion`: the script with which a shell completes mcpgw. */
export function registerCompletion(program: Command, commands: readonly CompletableCommand[]): void {
  const completion = program
    .command('completion')
    .description('print the completion script for a shell')
    .enablePositionalOptions()
    .usage('[options] <shell>')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help)
    .action((shell: Shell) => print(scripts[shell]));
  completion
    .command('words', { hidden: true })
    .description('print what can stand at the cursor, for the scripts')
    .argument('[words...]')
    .addOption(new Option('--shell <shell>').choices(shells).makeOptionMandatory())
    .option('--breaks <characters>', 'COMP_WORDBREAKS of Bash', '')
    .option(
      '--current <text>',
      'the word at the cursor, where it is not the last of the words; PowerShell before 7.3 drops empty arguments',
    )
    .action(async (words: string[], flags: WordsFlags) => {
      const { runWords } = await import('../completion/run.js');
      await runWords(words, flags, commands);
      // A gateway that does not answer in time is not waited for.
      process.exit();
    });
}
