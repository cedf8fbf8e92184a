/** The published schemas: their sources, and the versions for which they exist. */

import { staticConfig } from '@mcpgw/agentgateway';
import {
  clientConfig,
  langchainConfig,
  mcpConfig,
  mcpServersConfig,
  opencodeConfig,
  serveShape,
  vscodeConfig,
} from '@mcpgw/mcp-config/internal';
import type { Shape } from '@mcpgw/structure';
import { goldenCase } from '../kinds/golden-case.js';
import { settingsShape } from '../kinds/settings.js';
import { findingsShape } from './findings-shape.js';

/** The source of a schema: the shape of a file, or tables of objects. */
export interface PublishedSchema {
  /** `{gateway}` and `{kube}` stand for the versions. */
  readonly title: string;
  readonly description: string;
  readonly shape?: Shape;
  /** The versions that the schema depends on. */
  readonly by: readonly ('gateway' | 'kube')[];
}

const file = (shape: Shape, title: string, description: string): PublishedSchema => ({ shape, title, description, by: [] });
const moreIsChecked =
  'Fields, types, words, bounds and forms of strings are held to here; mcpgw validate checks more: rules across fields, expressions, references.';
const others = 'Objects of kinds that are not known here are left alone.';

export const published: Readonly<Record<string, PublishedSchema>> = {
  agentgateway: {
    shape: staticConfig,
    title: 'Static configuration of agentgateway v{gateway}',
    description: 'The file that agentgateway reads with -f.',
    by: ['gateway'],
  },
  'client-config': file(
    clientConfig,
    'MCP servers of a client',
    'The mapping mcpServers as Claude, Cursor, Windsurf, Gemini, FastMCP and PydanticAI read it.',
  ),
  'custom-resources': {
    title: 'Objects of agentgateway v{gateway} and the Gateway API',
    description: `Any object of the Gateway API or of agentgateway.dev, and monitors and rules of Prometheus, by apiVersion and kind. ${others} ${moreIsChecked}`,
    by: ['gateway'],
  },
  findings: file(findingsShape, 'Report of mcpgw validate', 'What mcpgw validate --output json prints.'),
  'golden-case': file(
    goldenCase,
    'case.yaml of a golden case',
    'What mcpgw golden renders, and compares with the expected.yaml beside it.',
  ),
  kubernetes: {
    title: 'Objects of Kubernetes {kube}',
    description: `Any object that a server of Kubernetes serves by itself, by its apiVersion and kind. ${others} ${moreIsChecked}`,
    by: ['kube'],
  },
  'langchain-config': file(langchainConfig, 'MCP servers of LangChain', 'The dictionary that the MCP adapters of LangChain take.'),
  manifest: {
    title: 'Objects of Kubernetes {kube}, agentgateway v{gateway} and the Gateway API',
    description: `Any object of Kubernetes itself, of the Gateway API or of agentgateway.dev, and monitors and rules of Prometheus, by apiVersion and kind. ${others} ${moreIsChecked}`,
    by: ['kube', 'gateway'],
  },
  'mcp-config': file(mcpConfig, 'mcp_config.json', 'MCP servers as a list under mcpServers, with the settings of their gateway.'),
  'mcp-servers': file(mcpServersConfig, 'config.yaml with mcp_servers', 'MCP servers that a project calls, and those that it is.'),
  'mcpgw-config': file(settingsShape, 'mcpgw.config.yaml', 'Settings of mcpgw validate.'),
  'opencode-config': file(opencodeConfig, 'MCP servers of OpenCode', 'The mapping mcp of opencode.json.'),
  serve: file(serveShape, 'gateway.yaml', 'What mcpgw serve is told: servers, endpoints, who may call, where state is kept.'),
  'vscode-config': file(vscodeConfig, 'mcp.json of VS Code', 'MCP servers under servers, and inputs that are asked for.'),
};
