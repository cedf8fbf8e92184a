/** Whether V8 matches a pattern in time linear in the text, for certain. @throws Error for a pattern with a construct that is not known. */
export function isLinear(pattern: string): boolean;
