/** The tool gateway: discovery and the server. */

export {
  Catalogue,
  type CatalogueServer,
  type CatalogueTool,
  type RankedTool,
  type Scope,
  type ServerToolCounts,
} from './discovery/catalogue.js';
export { restTools } from './discovery/rest-tools.js';
export { decisionEvent } from './server/activity-events.js';
export { Gateway, type GatewayDeps } from './server/gateway.js';
export { createLogger, type Logger } from './server/logger.js';
