import type { Command } from 'commander';

/** A command of `mcpgw`: its file in this folder has the same name and exports `register<Name>`. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(program: Command) => void>;
}

/** Every command but `completion`, which reads this list. */
export const otherCommands: readonly CommandEntry[] = [
  {
    name: 'render',
    summary: 'render a chart as helm template does, without Helm',
    load: async () => (await import('./render.js')).registerRender,
  },
  {
    name: 'golden',
    summary: 'compare renders with the files that were reviewed',
    load: async () => (await import('./golden.js')).registerGolden,
  },
  {
    name: 'validate',
    summary: 'stop wrong configuration before it is deployed',
    load: async () => (await import('./validate.js')).registerValidate,
  },
  {
    name: 'lsp',
    summary: 'check configuration while it is written, in an editor',
    load: async () => (await import('./lsp.js')).registerLsp,
  },
  { name: 'rules', summary: 'list the rules of validate', load: async () => (await import('./rules.js')).registerRules },
  { name: 'schema', summary: 'print a published JSON Schema', load: async () => (await import('./schema.js')).registerSchema },
  {
    name: 'diff',
    summary: 'say what changes between two renders, or a render and a cluster',
    load: async () => (await import('./diff.js')).registerDiff,
  },
  {
    name: 'migrate',
    summary: 'rewrite configuration for another version of agentgateway',
    load: async () => (await import('./migrate.js')).registerMigrate,
  },
  {
    name: 'probe',
    summary: 'say which MCP servers load, who refuses, and what to do',
    load: async () => (await import('./probe.js')).registerProbe,
  },
  {
    name: 'serve',
    summary: 'serve many MCP servers and REST endpoints as one',
    load: async () => (await import('./serve.js')).registerServe,
  },
  {
    name: 'tools',
    summary: 'show tools with status and remedy; approve, enable, disable them',
    load: async () => (await import('./tools.js')).registerTools,
  },
  {
    name: 'call',
    summary: 'call a tool, through the running gateway if there is one',
    load: async () => (await import('./call.js')).registerCall,
  },
  {
    name: 'doctor',
    summary: 'check the gateway and this machine, and say what to do',
    load: async () => (await import('./doctor.js')).registerDoctor,
  },
  {
    name: 'connect',
    summary: 'connect an MCP client to the gateway',
    load: async () => (await import('./connect.js')).registerConnect,
  },
  {
    name: 'disconnect',
    summary: 'take the entry of mcpgw connect out again',
    load: async () => (await import('./disconnect.js')).registerDisconnect,
  },
  {
    name: 'login',
    summary: 'log in to an MCP server, and list logins',
    load: async () => (await import('./login.js')).registerLogin,
  },
  {
    name: 'logout',
    summary: 'end a login to an MCP server',
    load: async () => (await import('./logout.js')).registerLogout,
  },
  {
    name: 'activity',
    summary: 'show and verify the record of calls and events',
    load: async () => (await import('./activity.js')).registerActivity,
  },
  {
    name: 'version',
    summary: 'print the versions of mcpgw and of what it knows',
    load: async () => (await import('./version.js')).registerVersion,
  },
  { name: 'init', summary: 'write a start for a platform team', load: async () => (await import('./init.js')).registerInit },
];
