/** The static configuration of agentgateway: its shape by version, what its expressions may say, and what changed between versions. */
export { parseDuration } from './config/duration.js';
export { regexProblem } from './config/scalars.js';
export { staticConfig } from './config/static-config.js';
export { believedHeader } from './judges/believed-headers.js';
export { judgeVariable, type VariableProblem } from './judges/environment.js';
export { wrongSide } from './judges/header-sides.js';
export { whyHeaderCannotBeSet, whyHeaderStays, whyOriginNeverMatches } from './judges/header-values.js';
export { looksAtRequestOnly } from './judges/health.js';
export { nameReadsAs, pathReadsAs, readsAsPattern, regexReadsAs, sentReadsAs } from './judges/literal-texts.js';
export {
  regexStartsElsewhere,
  regexSurprise,
  urlPartProblem,
  whyHeaderNeverMatches,
  whyPathNeverMatches,
  whyQueryNeverMatches,
} from './judges/match-values.js';
export { whyMcpNeeds } from './judges/mcp-headers.js';
export { endFault, isOtherFormat, whyFieldIsRefused } from './judges/model-fields.js';
export { hasNoModel, placeProblem, whyProfileIsFar } from './judges/model-values.js';
export { behaviourNotes } from './migrations/behaviours.js';
export type { MigrationNote } from './migrations/migration.js';
export { type JudgedExpression, judgeExpression } from './views/judge-expression.js';
