import type { Command } from 'commander';
import { CliError } from '../errors.js';
import { outputOption } from '../flags.js';
import { print, printJson } from '../terminal.js';

const help = `
Examples:
  mcpgw rules                                                     every rule, its severity and why it exists
  mcpgw rules unknown-field                                       one rule, with a wrong and a correct file
  mcpgw rules --fields mcp-servers                                what is checked in each field of a format
  mcpgw rules -o json                                             as data`;

/** Adds `mcpgw rules`: every rule of `mcpgw validate` with its severity, the reason, and the versions it applies to. */
export function registerRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of mcpgw validate, or explain one')
    .argument('[rule]', 'ID of a rule, as findings show it')
    .option('--fields [format]', 'list what is checked per field, of all formats or of one')
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', help)
    .action(async (rule: string | undefined, flags: { output: 'text' | 'json'; fields?: string | true }) => {
      if (rule !== undefined && flags.fields !== undefined) throw new CliError('name a rule or use --fields, not both');
      const { explainRule, listFields, listRules } = await import('../validate/rule-list.js');
      const all = () => (flags.fields === undefined ? listRules(flags.output) : listFields(flags.fields, flags.output));
      const text = rule === undefined ? all() : explainRule(rule, flags.output);
      if (flags.output === 'json') printJson(text);
      else print(text);
    });
}
