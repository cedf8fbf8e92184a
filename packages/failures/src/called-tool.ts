import { isBlank } from './blank.js';

/** The gateway's tool that calls others by their names; the log and failures name the tool that it calls. */
export const callToolName = 'call_tool';

type Params = Readonly<Record<string, unknown>>;

function nameIn(params: unknown): string | undefined {
  const name = typeof params === 'object' && params !== null ? (params as Params).name : undefined;
  return typeof name === 'string' && !isBlank(name) ? name : undefined;
}

/** The tool that the params of a tools/call name; undefined if they name none. */
export function calledTool(params: unknown): string | undefined {
  const name = nameIn(params);
  return name === callToolName ? (nameIn((params as Params).arguments) ?? name) : name;
}
