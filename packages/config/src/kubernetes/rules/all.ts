import type { ObjectRule } from './rule.js';

export const objectRules: readonly ObjectRule[] = [];
