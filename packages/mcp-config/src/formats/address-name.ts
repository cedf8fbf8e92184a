import type { Problem, TextCheck } from '@mcpgw/structure';

/** Judges what tools are addressed by: the name of a server or of an API. */
export const addressName =
  (what: string): TextCheck =>
  (name): Problem | undefined => {
    if (name !== '' && !/[:\s]/.test(name) && name.length <= 100) return undefined;
    return { message: `"${name.slice(0, 100)}" is no name of ${what}`, suggestion: 'use letters, digits, "-", "_" and ".", at most 100' };
  };

/** What JSON Schema can say of `addressName`. */
export const addressNameSchema: Readonly<Record<string, unknown>> = { minLength: 1, maxLength: 100, pattern: '^[^:\\s]+$' };
