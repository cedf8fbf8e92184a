import { objectRules } from './all.js';

/** The rules that look at several fields of one Kubernetes object. */
export const objectRuleIds: readonly string[] = objectRules.map(({ id }) => id);
