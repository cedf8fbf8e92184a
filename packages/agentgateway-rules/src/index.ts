/** What is wrong in a static configuration of agentgateway: rules, references, the answers about every field; and migrations, which check what they wrote. */
export { staticCensus } from './census/index.js';
export { checkStatic } from './check/check-static.js';
export { staticFindings } from './check/static-findings.js';
export { migrateStatic, versionsThatTake } from './migrate/migrate-static.js';
export { migrateValues, versionOfValues } from './migrate/migrate-values.js';
export { staticRules } from './rules/index.js';
