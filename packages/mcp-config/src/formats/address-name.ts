import type { Problem, TextCheck } from '@mcpgw/structure';

/** Checks the name of a server or of an API. Clients address tools by this name. */
export const addressName =
  (what: string): TextCheck =>
  (name): Problem | undefined => {
    if (name !== '' && !/[:\s]/.test(name) && name.length <= 100) return undefined;
    return {
      message: `"${name.slice(0, 100)}" is not a name of ${what}`,
      suggestion: 'use letters, digits, "-", "_" and ".", at most 100',
    };
  };

/** The part of `addressName` that JSON Schema can express. */
export const addressNameSchema: Readonly<Record<string, unknown>> = { minLength: 1, maxLength: 100, pattern: '^[^:\\s]+$' };
