/** The tool gateway: discovery and the server. */

export { builtinNames } from './discovery/builtin-tools.js';
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
export { createLogger, type LogFields, type Logger } from './server/logger.js';
export type { StoreTimes } from './server/session-store.js';
