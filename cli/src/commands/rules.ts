import { type Command, Option } from 'commander';
import { print, printJson } from '../terminal.js';

/** Adds `mcpgw rules`: every rule of `mcpgw validate` with its severity, the reason, and the versions it applies to. */
export function registerRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of mcpgw validate')
    .option('--fields [format]', 'list what is checked per field, of all formats or of one')
    .addOption(new Option('-o, --output <format>', 'format of the list').choices(['text', 'json']).default('text'))
    .action(async (flags: { output: 'text' | 'json'; fields?: string | true }) => {
      const { listFields, listRules } = await import('../validate/rule-list.js');
      const text = flags.fields === undefined ? listRules(flags.output) : listFields(flags.fields, flags.output);
      if (flags.output === 'json') printJson(text);
      else print(text);
    });
}
