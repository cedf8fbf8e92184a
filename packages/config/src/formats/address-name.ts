import type { Problem, TextCheck } from '../shape/shape.js';

/** Judges what tools are addressed by: the name of a server or of an API. */
export const addressName =
  (what: string): TextCheck =>
  (name): Problem | undefined => {
    if (name !== '' && !/[:\s]/.test(name) && name.length <= 100) return undefined;
    return { message: `"${name.slice(0, 100)}" is no name of ${what}`, suggestion: 'use letters, digits, "-", "_" and ".", at most 100' };
  };
