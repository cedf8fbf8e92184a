/** What JSON Schema can say of `host:port` to listen on; placeholders pass. */
export const listenSchema: Readonly<Record<string, unknown>> = {
  pattern: '^(?:\\[[0-9a-fA-F:.]+\\]|[^\\s:[\\]/]*):[0-9]{1,5}$|\\$\\{',
};

/** `host:port`; a port alone is that of every address, as Go has it. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]*)):(\d{1,5})$/.exec(text);
  if (match === null || Number(match[3]) > 65_535) return undefined;
  return { host: match[1] ?? (match[2] === '' ? '0.0.0.0' : match[2]!), port: Number(match[3]) };
}
