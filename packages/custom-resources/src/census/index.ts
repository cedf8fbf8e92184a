/** What was asked of the fields of custom resources, by structure. One file for each file of `kinds/`. */
import type { Answers, Census } from '@mcpgw/structure';
import { backendPoliciesCensus } from './backend-policies.js';
import { connectionCensus } from './connection.js';
import { credentialsCensus } from './credentials.js';
import { frontendCensus } from './frontend.js';
import { policyCensus } from './policy.js';
import { promptGuardCensus } from './prompt-guard.js';
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
]);
