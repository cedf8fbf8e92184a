/** What other packages of this repository ask as the rules for objects do; no part of what users import. */
export { amountProblem, quantityOf } from './objects/amounts.js';
export { probeKeys } from './objects/handlers.js';
export { annotationProblems, isOfOther, nginx } from './objects/ingress-annotations.js';
export { probeProblems } from './objects/probe-times.js';
export { scheduleProblems, secondsBetween } from './objects/schedules.js';
export { emptyIsFine } from './rules/parameters-raw-config.js';
