/** What was asked of the fields of the static configuration, by structure. One file for each file of `config/`. */
import type { Answers, Census } from '@mcpgw/structure';
import { aiCensus } from './ai.js';
import { authCensus } from './auth.js';
import { backendAuthCensus } from './backend-auth.js';
import { backendsCensus } from './backends.js';
import { commonCensus } from './common.js';
import { configSectionCensus } from './config-section.js';
import { discoveryCensus } from './discovery.js';
import { frontendCensus } from './frontend.js';
import { guardsCensus } from './guards.js';
import { limitsCensus } from './limits.js';
import { listenersCensus } from './listeners.js';
import { llmCensus } from './llm.js';
import { matchesCensus } from './matches.js';
import { oidcCensus } from './oidc.js';
import { policiesCensus } from './policies.js';
import { staticConfigCensus } from './static-config.js';
import { telemetryCensus } from './telemetry.js';

/** One census of several: structures of different files may have one name, and their rows are put together. */
function together(tables: readonly Census[]): Census {
  const all: Record<string, Record<string, Answers>> = {};
  for (const table of tables) for (const [name, rows] of Object.entries(table)) all[name] = { ...all[name], ...rows };
  return all;
}

export const staticCensus: Census = together([
  staticConfigCensus,
  configSectionCensus,
  frontendCensus,
  listenersCensus,
  matchesCensus,
  backendsCensus,
  commonCensus,
  discoveryCensus,
  aiCensus,
  llmCensus,
  policiesCensus,
  authCensus,
  backendAuthCensus,
  guardsCensus,
  limitsCensus,
  oidcCensus,
  telemetryCensus,
]);
