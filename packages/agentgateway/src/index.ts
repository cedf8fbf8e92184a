/** The static configuration of agentgateway: its shape by version, reference checks, rules, and migrations between versions. */
export { staticCensus } from './census/index.js';
export { checkStatic } from './check/check-static.js';
export { staticFindings } from './check/static-findings.js';
export { staticConfig } from './config/static-config.js';
export { migrateStatic, versionsThatTake } from './migrate/migrate-static.js';
export { migrateValues, versionOfValues } from './migrate/migrate-values.js';
export { behaviourNotes } from './migrations/behaviours.js';
export type { MigrationNote } from './migrations/migration.js';
export { staticRules } from './rules/index.js';
export { type JudgedExpression, judgeExpression } from './views/judge-expression.js';
