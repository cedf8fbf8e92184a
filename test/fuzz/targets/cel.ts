/** Expressions of the Common Expression Language: of the proxy's rules, and of CustomResourceDefinitions. */
import { checkCel } from '../../../packages/structure/src/cel/syntax.js';
import { holds, type Target } from '../target.js';

export const target: Target = {
  seeds: [
    'jwt.sub == \'x\' && request.path.startsWith("/a") || !has(jwt.y.z)',
    'mcp.tool.name in ["a", r"b\\d", b\'c\', """d"""] ? {1: 2u, "k": [1.5e3, .5, 0x1F]} : -x[0].y',
    'list.all(x, x > 1).exists_one(y, y < 2).map(z, z % 2 == 0, z).filter(w, true)',
    'a.?b[?0].orValue(1) + Type{field: 1, ?`x.y`: 2}.c // comment\n',
    "'\\u00e9\\U0001F600\\x41\\101\\n'",
    '((((((1))))))',
  ],
  tokens: [
    '&&',
    '||',
    '!',
    '==',
    '!=',
    '<=',
    '?',
    ':',
    '.',
    '.?',
    '[',
    ']',
    '[?',
    '(',
    ')',
    '{',
    '}',
    ',',
    ' in ',
    "'",
    '"',
    "'''",
    '"""',
    'r"',
    'b"',
    '\\u',
    '\\',
    '0x',
    '1u',
    '1e5',
    '//',
    '\n',
    '`',
    'has(',
    '.all(x,',
    '.map(',
    'true',
    'null',
    '-',
    '%',
  ],
  maxBytes: 8000,
  run(input) {
    const text = input.toString('utf8');
    const error = checkCel(text);
    if (error !== undefined)
      holds(error.at >= 0 && error.at <= text.length && error.message !== '', 'an error of CEL lies outside of its text');
  },
};
