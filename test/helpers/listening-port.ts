/** The port in the line of a log that says where `mcpgw serve` listens; undefined before it is there. Findings may name other addresses. */
export function listeningPort(log: string): number | undefined {
  const port = /listening[^\n]*?https?:\/\/[^\s"/]+:(\d+)\/mcp/.exec(log)?.[1];
  return port === undefined ? undefined : Number(port);
}
