import { staticConfig } from '../agentgateway/static-config.js';
import { clientConfig, langchainConfig, opencodeConfig, vscodeConfig } from '../formats/client-config.js';
import { mcpConfig } from '../formats/mcp-config.js';
import { mcpServersConfig } from '../formats/mcp-servers.js';
import { serveShape } from '../formats/serve.js';
import { settingsShape } from '../settings.js';
import type { Shape } from '../shape/shape.js';
import { defaultVersion, knownVersions } from '../versions.js';
import { findingsShape } from './findings-shape.js';
import { toJsonSchema } from './to-json-schema.js';

interface Published {
  readonly shape: Shape;
  readonly title: string;
  readonly description: string;
}

const published: Record<string, Published> = {
  agentgateway: {
    shape: staticConfig,
    title: 'Static configuration of agentgateway',
    description: 'The file that agentgateway reads with -f.',
  },
  'client-config': {
    shape: clientConfig,
    title: 'MCP servers of a client',
    description: 'The mapping mcpServers as Claude, Cursor, Windsurf, Gemini, FastMCP and PydanticAI read it.',
  },
  findings: { shape: findingsShape, title: 'Report of mcpgw validate', description: 'What mcpgw validate --output json prints.' },
  'langchain-config': {
    shape: langchainConfig,
    title: 'MCP servers of LangChain',
    description: 'The dictionary that the MCP adapters of LangChain take.',
  },
  'mcp-config': {
    shape: mcpConfig,
    title: 'mcp_config.json',
    description: 'MCP servers as a list under mcpServers, with the settings of their gateway.',
  },
  'mcp-servers': {
    shape: mcpServersConfig,
    title: 'config.yaml with mcp_servers',
    description: 'MCP servers that a project calls, and those that it is.',
  },
  'mcpgw-config': { shape: settingsShape, title: 'mcpgw.config.yaml', description: 'Settings of mcpgw validate.' },
  'opencode-config': { shape: opencodeConfig, title: 'MCP servers of OpenCode', description: 'The mapping mcp of opencode.json.' },
  serve: {
    shape: serveShape,
    title: 'gateway.yaml',
    description: 'What mcpgw serve is told: servers, endpoints, who may call, where state is kept.',
  },
  'vscode-config': {
    shape: vscodeConfig,
    title: 'mcp.json of VS Code',
    description: 'MCP servers under servers, and inputs that are asked for.',
  },
};

/** Names of the published schemas. */
export const schemaNames: readonly string[] = Object.keys(published);

/** A published schema by name; undefined when there is none. `version` counts for agentgateway only. */
export function publishedSchema(name: string, version: string = defaultVersion): Record<string, unknown> | undefined {
  const entry = Object.hasOwn(published, name) ? published[name] : undefined;
  if (entry === undefined) return undefined;
  const path = schemaPath(name, version);
  const title = name === 'agentgateway' ? `${entry.title} v${version}` : entry.title;
  return toJsonSchema(entry.shape, { id: `urn:mcpgw:${path}`, title, description: entry.description, version });
}

/** Where a schema is published, below `schemas/`. */
export function schemaPath(name: string, version: string): string {
  return name === 'agentgateway' ? `agentgateway/v${version}/config.json` : `${name}.json`;
}

/** Every published file, below `schemas/`, with its schema. */
export function publishedFiles(): Map<string, Record<string, unknown>> {
  const files = new Map<string, Record<string, unknown>>();
  for (const name of schemaNames) {
    for (const version of name === 'agentgateway' ? knownVersions : [defaultVersion])
      files.set(schemaPath(name, version), publishedSchema(name, version)!);
  }
  return files;
}
