/** The part of the check of a listen address `host:port` that JSON Schema can express. Placeholders are accepted. */
export const listenSchema: Readonly<Record<string, unknown>> = {
  pattern: '^(?:\\[[0-9a-fA-F:.]+\\]|[^\\s:[\\]/]*):[0-9]{1,5}$|\\$\\{',
};

/** Parses `host:port`. As in Go, `:port` means the port on every address. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]*)):(\d{1,5})$/.exec(text);
  if (match === null || Number(match[3]) > 65_535) return undefined;
  return { host: match[1] ?? (match[2] === '' ? '0.0.0.0' : match[2]!), port: Number(match[3]) };
}
