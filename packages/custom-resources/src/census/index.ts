/** What was asked of the fields of custom resources, by structure. One file for each file of `kinds/`. */
import type { Answers, Census } from '@mcpgw/structure';
import { backendCensus } from './backend.js';
import { backendPoliciesCensus } from './backend-policies.js';
import { connectionCensus } from './connection.js';
import { credentialsCensus } from './credentials.js';
import { frontendCensus } from './frontend.js';
import { gatewaysCensus } from './gateways.js';
import { grantsCensus } from './grants.js';
import { modelCensus } from './model.js';
import { monitoringCensus } from './monitoring.js';
import { parametersCensus } from './parameters.js';
import { policyCensus } from './policy.js';
import { promptGuardCensus } from './prompt-guard.js';
import { referencesCensus } from './references.js';
import { routeFiltersCensus } from './route-filters.js';
import { routesCensus } from './routes.js';
import { trafficCensus } from './traffic.js';

/** One census of several: structures of different files may have one name, and their rows are put together. */
function together(tables: readonly Census[]): Census {
  const all: Record<string, Record<string, Answers>> = {};
  for (const table of tables) for (const [name, rows] of Object.entries(table)) all[name] = { ...all[name], ...rows };
  return all;
}

export const resourceCensus: Census = together([
  backendPoliciesCensus,
  connectionCensus,
  credentialsCensus,
  frontendCensus,
  policyCensus,
  promptGuardCensus,
  trafficCensus,
  backendCensus,
  gatewaysCensus,
  grantsCensus,
  modelCensus,
  monitoringCensus,
  parametersCensus,
  referencesCensus,
  routeFiltersCensus,
  routesCensus,
]);
