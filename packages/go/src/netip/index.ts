/** Go's net/netip: addresses. */
export { parseAddress } from './netip.js';
