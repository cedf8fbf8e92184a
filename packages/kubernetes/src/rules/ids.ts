import { objectRules } from './all.js';

/** The ids of the rules about several fields of one Kubernetes object. */
export const objectRuleIds: readonly string[] = objectRules.map(({ id }) => id);
