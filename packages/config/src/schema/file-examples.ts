/** Whole files as examples of the published schemas, by the name of the schema. */
export const fileExamples: Readonly<Record<string, readonly unknown[]>> = {};
