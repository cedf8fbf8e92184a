import type { Command } from 'commander';
import type { SchemaFlags } from '../schema/print-schema.js';
import { print, printJson } from '../terminal.js';

const help = `
Examples:
  mcpgw schema                                                    list the schemas
  mcpgw schema mcp-config > mcp-config.schema.json                for an editor
  mcpgw schema manifest --kube-version 1.34 --gateway-version v1.4.1 > manifest.schema.json`;

/** Adds `mcpgw schema`: prints a published JSON Schema. */
export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print a JSON Schema, or list the schemas')
    .argument('[name]', 'name of the schema, such as mcp-config, kubernetes or manifest')
    .option('--gateway-version <version>', 'version of agentgateway, for agentgateway, custom-resources and manifest')
    .option('--kube-version <version>', 'version of Kubernetes, for kubernetes and manifest')
    .addHelpText('after', help)
    .action(async (name: string | undefined, flags: SchemaFlags) => {
      const { printSchema } = await import('../schema/print-schema.js');
      const text = printSchema(name, flags);
      if (name === undefined) print(text);
      else printJson(text);
    });
}
