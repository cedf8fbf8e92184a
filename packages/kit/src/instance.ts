/**
 * Two instances of one server, and the second lock of the switch between them. A client checks for private data before each call, but
 * data may enter while the call is in transit. So the normal instance checks again when the call arrives, and refuses it unread, with a
 * mark that moves the client to the isolated instance.
 */
import { ConfigurationError } from '@mcpgw/mcp-config';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { fatalPrefix } from './errors.js';

/** `normal` has network access and serves sessions without private data, `isolated` serves the others. */
export type InstanceRole = 'normal' | 'isolated';

/** The instance that a server is; undefined if there is only one. @throws ConfigurationError for any other text */
export function instanceOf(setting: string | undefined): InstanceRole | undefined {
  if (setting === undefined || setting === 'normal' || setting === 'isolated') return setting;
  throw new ConfigurationError([{ path: ['instance'], message: `must be normal or isolated, and is ${JSON.stringify(setting)}` }]);
}

const mark = 'mcpgw/private-data';
const explanation = 'The session holds private data, and this instance has network access: only the isolated instance serves it now.';

/** The normal instance's answer to every call of a session that holds private data. Fatal for clients without an isolated instance. */
export function normalInstanceRefusal(): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${fatalPrefix}${explanation}` }], _meta: { [mark]: true } };
}

export function refusedByNormalInstance(result: CallToolResult): boolean {
  return result._meta !== undefined && Object.hasOwn(result._meta, mark) && result._meta[mark] === true;
}

/** The normal instance refused a call unread, because the session holds private data. */
export class NormalInstanceClosed extends Error {
  override name = 'NormalInstanceClosed';
}
