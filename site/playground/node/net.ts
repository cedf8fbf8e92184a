/** Takes the place of node:net in a browser: what is an IP address, by the reader of Go's net/netip that the packages have. */
import { parseAddress } from '@mcpgw/go/netip';

/** 4 or 6, or 0 for a text that is no address. */
export function isIP(text: string): 0 | 4 | 6 {
  try {
    parseAddress(text);
  } catch {
    return 0;
  }
  return text.includes(':') ? 6 : 4;
}

export const isIPv4 = (text: string): boolean => isIP(text) === 4;
export const isIPv6 = (text: string): boolean => isIP(text) === 6;
