/** Which addresses may be asked on behalf of which: a public server must not lead the gateway into a private network (SSRF). */
import { BlockList, isIP } from 'node:net';

/** How far an address reaches, nearest first: this machine, a link (cloud metadata among them), a private network, everywhere. */
export type Reach = 'loopback' | 'link' | 'private' | 'public';

const order: readonly Reach[] = ['loopback', 'link', 'private', 'public'];

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits = ''] = subnet.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** IANA special-purpose address registries (RFC 6890): what is not here is public. */
const reaches: readonly [Reach, BlockList][] = [
  ['loopback', listOf(['127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128'])],
  ['link', listOf(['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'])],
  [
    'private',
    listOf([
      ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15'],
      ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', 'fc00::/7', 'fec0::/10', 'ff00::/8', '2001:db8::/32'],
      ...['64:ff9b:1::/48', '100::/64', '2001::/32'],
    ]),
  ],
];

/** The IPv4 address inside an IPv6 one: mapped, NAT64 (RFC 6052) or 6to4 (RFC 3056). */
function embedded(address: string): string | undefined {
  const { hostname } = new URL(`http://[${address}]`);
  const groups = expand(hostname.slice(1, -1));
  const pair = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff) return pair(groups[6]!, groups[7]!);
  if (groups.slice(0, 6).every(group => group === 0) && groups[6] !== 0) return pair(groups[6]!, groups[7]!);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && groups[2] === 0) return pair(groups[6]!, groups[7]!);
  return groups[0] === 0x2002 ? pair(groups[1]!, groups[2]!) : undefined;
}

/** The eight groups of a canonical IPv6 address. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)));
  if (tail === undefined) return groups(head);
  const [first, last] = [groups(head), groups(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** How far an IP address reaches. */
export function reachOf(address: string): Reach {
  const bare = address.replace(/%.*$/, '');
  const inner = isIP(bare) === 6 ? embedded(bare) : undefined;
  if (inner !== undefined) return reachOf(inner);
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  return reaches.find(([, list]) => list.check(bare, family))?.[0] ?? 'public';
}

/** The nearest of several reaches. */
export function nearestReach(reaches: readonly Reach[]): Reach {
  return order[Math.min(...reaches.map(reach => order.indexOf(reach)))] ?? 'public';
}

/** Whether something that reaches `target` may be asked on behalf of something that reaches `origin`: never nearer than the origin itself. */
export function mayReach(target: Reach, origin: Reach): boolean {
  return order.indexOf(target) >= order.indexOf(origin);
}

/** Whether a host of a URL is this machine by its name alone. */
export function isLoopbackHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare.endsWith('.localhost') || (isIP(bare) !== 0 && reachOf(bare) === 'loopback');
}
