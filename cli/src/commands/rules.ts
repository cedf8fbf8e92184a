import { type Command, Option } from 'commander';
import { print, printJson } from '../terminal.js';

/** Adds `mcpgw rules`: every rule of `mcpgw validate` with its severity, the reason, and the versions it applies to. */
export function registerRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of mcpgw validate')
    .addOption(new Option('-o, --output <format>', 'format of the list').choices(['text', 'json']).default('text'))
    .action(async (flags: { output: 'text' | 'json' }) => {
      const { listRules } = await import('../validate/rule-list.js');
      if (flags.output === 'json') printJson(listRules('json'));
      else print(listRules('text'));
    });
}
