/** Environment variables by name, as in `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;
