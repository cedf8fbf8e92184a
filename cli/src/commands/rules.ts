import type { Command } from 'commander';
import { outputOption } from '../flags.js';
import { print, printJson } from '../terminal.js';

const help = `
Examples:
  mcpgw rules                                                     every rule, its severity and why it exists
  mcpgw rules --fields serve                                      what is checked in each field of gateway.yaml
  mcpgw validate --explain extauthz-grpc-unbounded                one rule in full`;

/** Adds `mcpgw rules`: every rule of `mcpgw validate` with its severity, the reason, and the versions it applies to. */
export function registerRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of mcpgw validate')
    .option('--fields [format]', 'list what is checked per field, of all formats or of one')
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', help)
    .action(async (flags: { output: 'text' | 'json'; fields?: string | true }) => {
      const { listFields, listRules } = await import('../validate/rule-list.js');
      const text = flags.fields === undefined ? listRules(flags.output) : listFields(flags.fields, flags.output);
      if (flags.output === 'json') printJson(text);
      else print(text);
    });
}
