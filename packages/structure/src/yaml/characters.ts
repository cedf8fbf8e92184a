/** Codes of the characters that the fast path tests for. */
export const LF = 10;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const APOSTROPHE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
export const PIPE = 124;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;
export const GREATER = 62;
