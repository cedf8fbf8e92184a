/** The words for transports in every format, and the transport of an entry that names none. */

/** A transport as formats name it. */
export type Transport = 'stdio' | 'sse' | 'streamable-http';

const spellings: Readonly<Record<string, Transport>> = {
  stdio: 'stdio',
  sse: 'sse',
  http: 'streamable-http',
  'streamable-http': 'streamable-http',
  streamable_http: 'streamable-http',
  local: 'stdio',
  remote: 'streamable-http',
};

/** The transport that a word names; undefined for `auto`, an empty name or an unknown one. */
export const namedTransport = (name: string | undefined): Transport | undefined =>
  name !== undefined && Object.hasOwn(spellings, name) ? spellings[name] : undefined;

/** The transport with a name. For `auto`, an empty name or no name, it is inferred from the command and the address. */
export function transportOf(name: string | undefined, command: string | undefined, url: string | undefined): Transport | undefined {
  const known = namedTransport(name);
  if (known !== undefined) return known;
  if (command !== undefined && command !== '') return 'stdio';
  return url === undefined || url === '' ? undefined : 'streamable-http';
}
