import type { Problem, TextCheck } from '@mcpgw/structure';

function check(value: string): Problem | undefined {
  if (parseListen(value) !== undefined || /\$\{/.test(value)) return undefined;
  return { message: `"${value}" is no address to listen on`, suggestion: 'write host and port, such as "127.0.0.1:8080"' };
}

/** `host:port` to listen on; placeholders pass. */
export const address: { readonly check: TextCheck; readonly schema: Record<string, unknown> } = {
  check,
  schema: { pattern: '^(?:\\[[0-9a-fA-F:.]+\\]|[^\\s:[\\]/]*):[0-9]{1,5}$|\\$\\{' },
};

/** `host:port`; a port alone is that of every address, as Go has it. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]*)):(\d{1,5})$/.exec(text);
  if (match === null || Number(match[3]) > 65_535) return undefined;
  return { host: match[1] ?? (match[2] === '' ? '0.0.0.0' : match[2]!), port: Number(match[3]) };
}
