import type { Command } from 'commander';

/** Adds `mcpgw schema`: prints a published JSON Schema. */
export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print a JSON Schema, or list them')
    .argument('[name]', 'name of the schema, such as mcp-config or agentgateway')
    .option('--gateway-version <version>', 'version of agentgateway, for the schema of its configuration')
    .action(async (name: string | undefined, flags: { gatewayVersion?: string }) => {
      const { printSchema } = await import('../validate/schema-list.js');
      process.stdout.write(printSchema(name, flags.gatewayVersion));
    });
}
