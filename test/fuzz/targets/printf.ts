/** Formats of `printf`, which are Go's. */

import { sprintf } from '@mcpgw/go/fmt';
import { quote, unquote } from '@mcpgw/go/strconv';
import { decodeBytes, GoMap } from '@mcpgw/helm';
import { same, type Target } from '../target.js';

const args = [1n, -42, 3.5, 'text \u00e9', true, null, [1n, 'x'], new GoMap().set('k', 'v'), 1e21, '\ud800'];

export const target: Target = {
  seeds: [
    '%d %v %+v %#v %T %% %q %x %X %s %t',
    '%-10s|%010d|%+.3e|%8.2f|% d|%#x|%U|%c|%b|%o|%O',
    '%[3]*.[2]*[1]f %[2]d %[1]d %[9]d %[x]d %[1]',
    '%!z %.0s %.100s %1000d %*d %-*d %.*f',
    '%6.2f%%\n\t\\"',
  ],
  tokens: [
    '%',
    '%v',
    '%d',
    '%s',
    '%q',
    '%x',
    '%f',
    '%g',
    '%e',
    '%t',
    '%T',
    '%c',
    '%U',
    '%p',
    '%w',
    '%*',
    '%.',
    '%-',
    '%+',
    '%#',
    '% ',
    '%0',
    '[1]',
    '[2]',
    '[',
    ']',
    '*',
    '.3',
    '1000000',
    '9999999999',
  ],
  run(input) {
    const text = decodeBytes(input);
    for (let first = 0; first < args.length; first += 3) sprintf(text, args.slice(first));
    const quoted = quote(text);
    same(unquote(quoted) ?? 'nothing', text, 'a quoted text is unquoted to another');
    unquote(text);
  },
};
