import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { isIp, parseCidr, type Range } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

export const specialAddress: ObjectRule = {
  id: 'special-address',
  severity: 'error',
  on: ['EndpointAddress', 'ServiceSpec'],
  why: 'Endpoints and external addresses may not be loopback, link-local or unspecified.',
  check(node, context) {
    if (context.kind === 'Endpoints') check(textAt(node, 'ip'), ['ip']);
    for (const [index, item] of itemsAt(node, 'externalIPs').entries()) check(textOrEmpty(item), ['externalIPs', index]);

    function check(address: string, path: readonly (string | number)[]): void {
      const name = isIp(address) ? specialName(address) : undefined;
      if (name !== undefined) context.report(path, `${quoted(address)} is refused: it is ${name}`);
    }
  },
};

const special: readonly (readonly [text: string, name: string])[] = [
  ['127.0.0.0/8', 'a loopback address'],
  ['::1/128', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['fe80::/10', 'a link-local address'],
  ['224.0.0.0/24', 'a link-local multicast address'],
  ['ff02::/16', 'a link-local multicast address'],
  ['0.0.0.0/32', 'the unspecified address'],
  ['::/128', 'the unspecified address'],
];

let read: { readonly range: Range; readonly name: string }[] | undefined;

/** Created when an address is first checked, because Node's address module takes milliseconds to load. */
function ranges() {
  read ??= special.map(([text, name]) => ({ range: parseCidr(text)!, name }));
  return read;
}

function specialName(address: string): string | undefined {
  const own = parseCidr(`${address}/${address.includes(':') ? 128 : 32}`);
  if (own === undefined) return undefined;
  return ranges().find(
    ({ range }) =>
      range.bits === own.bits && range.address >> BigInt(range.bits - range.prefix) === own.address >> BigInt(range.bits - range.prefix),
  )?.name;
}
