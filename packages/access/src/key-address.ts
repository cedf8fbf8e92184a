/** Addresses that keys of tokens are read from. */

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Why keys must not be read from an address, as the end of a sentence; undefined if they may: over https, or over http on this machine. */
export function keyAddressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'must be a URL';
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) ? undefined : 'must be an https URL';
}
