/** URLs and addresses as Go reads them: what is printed is read as what it was. */
import { FuncError } from '@mcpgw/go/values';
import { parseAddress } from '../../../packages/go/src/netip/netip.js';
import { formatUrl, hostname, parseUrl } from '../../../packages/go/src/url/url.js';
import { outcome, same, type Target } from '../target.js';

export const target: Target = {
  seeds: [
    'https://user:pass@host.example:8080/a/b%20c/%2F?x=1&y=%zz#frag%41',
    'mailto:someone@example.com',
    '//host/path',
    'http://[fe80::1%25eth0]:80/',
    'http://[::1]',
    '/a:b/c;d?',
    'a:b@c',
    'http://h?#',
    '192.0.2.1',
    '::ffff:1.2.3.4%zone',
  ],
  tokens: [
    '://',
    '//',
    '/',
    ':',
    '@',
    '?',
    '#',
    '%',
    '%20',
    '%2F',
    '%00',
    '%zz',
    '[',
    ']',
    '::',
    '%25',
    '&',
    '=',
    ';',
    '..',
    '*',
    'http',
    '1.2.3.4',
    '255',
    '256',
    'ffff',
  ],
  maxBytes: 4000,
  run(input) {
    const raw = input.toString('latin1');
    outcome([FuncError], () => parseAddress(raw));
    for (const strict of [true, false]) {
      const url = outcome([FuncError], () => parseUrl(raw, strict));
      if ('error' in url) continue;
      hostname(url.value);
      const printed = formatUrl(url.value);
      const again = outcome([FuncError], () => formatUrl(parseUrl(printed, strict)));
      if ('value' in again) same(again.value, printed, 'a printed URL is printed as another');
    }
  },
};
