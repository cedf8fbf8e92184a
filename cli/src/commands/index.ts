import type { Command } from 'commander';

/** The headings of `mcpgw --help`, in its order. */
export type CommandGroup = 'Charts and configuration' | 'MCP servers' | 'Clients and logins' | 'This command';

/** A command of `mcpgw`: its file in this folder has the same name and exports `register<Name>`. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: CommandGroup;
  readonly load: () => Promise<(program: Command) => void>;
}

/** Every command, in the order of `mcpgw --help`. Only the one that runs is loaded. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'render',
    summary: 'render a chart as helm template does, without Helm',
    group: 'Charts and configuration',
    load: async () => (await import('./render.js')).registerRender,
  },
  {
    name: 'golden',
    summary: 'compare renders with the files that were reviewed',
    group: 'Charts and configuration',
    load: async () => (await import('./golden.js')).registerGolden,
  },
  {
    name: 'validate',
    summary: 'check configuration before it is deployed',
    group: 'Charts and configuration',
    load: async () => (await import('./validate.js')).registerValidate,
  },
  {
    name: 'diff',
    summary: 'compare two renders, or a render and a cluster',
    group: 'Charts and configuration',
    load: async () => (await import('./diff.js')).registerDiff,
  },
  {
    name: 'migrate',
    summary: 'rewrite configuration for another version of agentgateway',
    group: 'Charts and configuration',
    load: async () => (await import('./migrate.js')).registerMigrate,
  },
  {
    name: 'init',
    summary: 'scaffold values, a golden case and CI, or an MCP server',
    group: 'Charts and configuration',
    load: async () => (await import('./init.js')).registerInit,
  },
  {
    name: 'rules',
    summary: 'list the rules of validate, or explain one',
    group: 'Charts and configuration',
    load: async () => (await import('./rules.js')).registerRules,
  },
  {
    name: 'schema',
    summary: 'print a published JSON Schema',
    group: 'Charts and configuration',
    load: async () => (await import('./schema.js')).registerSchema,
  },
  {
    name: 'lsp',
    summary: 'check configuration while you type, in an editor',
    group: 'Charts and configuration',
    load: async () => (await import('./lsp.js')).registerLsp,
  },
  {
    name: 'serve',
    summary: 'serve many MCP servers and REST endpoints as one',
    group: 'MCP servers',
    load: async () => (await import('./serve.js')).registerServe,
  },
  {
    name: 'tools',
    summary: 'list tools, and how to unlock them; approve, enable, disable',
    group: 'MCP servers',
    load: async () => (await import('./tools.js')).registerTools,
  },
  {
    name: 'call',
    summary: 'call a tool, through the running gateway if there is one',
    group: 'MCP servers',
    load: async () => (await import('./call.js')).registerCall,
  },
  {
    name: 'probe',
    summary: 'find out which MCP servers fail, why, and what to do',
    group: 'MCP servers',
    load: async () => (await import('./probe.js')).registerProbe,
  },
  {
    name: 'doctor',
    summary: 'check the gateway and this machine',
    group: 'MCP servers',
    load: async () => (await import('./doctor.js')).registerDoctor,
  },
  {
    name: 'activity',
    summary: 'show and verify the record of calls and events',
    group: 'MCP servers',
    load: async () => (await import('./activity.js')).registerActivity,
  },
  {
    name: 'connect',
    summary: 'connect an MCP client to the gateway',
    group: 'Clients and logins',
    load: async () => (await import('./connect.js')).registerConnect,
  },
  {
    name: 'disconnect',
    summary: 'remove the entry of mcpgw connect',
    group: 'Clients and logins',
    load: async () => (await import('./disconnect.js')).registerDisconnect,
  },
  {
    name: 'login',
    summary: 'log in to an MCP server, and list logins',
    group: 'Clients and logins',
    load: async () => (await import('./login.js')).registerLogin,
  },
  {
    name: 'logout',
    summary: 'log out of an MCP server',
    group: 'Clients and logins',
    load: async () => (await import('./logout.js')).registerLogout,
  },
  {
    name: 'version',
    summary: 'print the versions of mcpgw, Helm, agentgateway and Kubernetes',
    group: 'This command',
    load: async () => (await import('./version.js')).registerVersion,
  },
  {
    name: 'completion',
    summary: 'print the completion script for a shell',
    group: 'This command',
    load: async () => {
      const { registerCompletion } = await import('./completion.js');
      return program => registerCompletion(program, commands);
    },
  },
  {
    name: 'man',
    summary: 'print manual pages',
    group: 'This command',
    load: async () => {
      const { registerMan } = await import('./man.js');
      return program => registerMan(program, commands);
    },
  },
];
