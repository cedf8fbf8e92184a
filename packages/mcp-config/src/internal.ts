/** The shapes that the published schemas are generated from, for the schema writer and for tests. They are not used to check files. */
export { clientConfig, langchainConfig, opencodeConfig, vscodeConfig } from './formats/client-config.js';
export { mcpConfig, serverConfig } from './formats/mcp-config.js';
export { mcpServersConfig } from './formats/mcp-servers.js';
export { serveShape } from './formats/serve.js';
