/** The shapes that the published schemas are written from, for the writer of schemas and for tests. No file is checked by them. */
export { clientConfig, langchainConfig, opencodeConfig, vscodeConfig } from './formats/client-config.js';
export { mcpConfig, serverConfig } from './formats/mcp-config.js';
export { mcpServersConfig } from './formats/mcp-servers.js';
export { serveShape } from './formats/serve.js';
