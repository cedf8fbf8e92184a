import type { Path } from '@mcpgw/diagnostics';
import { at, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { ownKeys } from './own-keys.js';

export const weakKey: Rule = {
  id: 'weak-key',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'Anyone who guesses a key calls every tool, and anyone who holds the token of the page approves tools.',
  docs: {
    checks:
      'Keys and tokens of the gateway that are short or well known, keys that occur twice, and one text that is both the key of clients and that of administrators or of the page.',
    basedOn: 'Lists of well-known keys, and the length that can be guessed; there is no program to ask.',
    fix: 'Make a key of each kind with `openssl rand -hex 24`, and name it by a placeholder.',
    wrong: 'servers:\n  files:\n    command: file-server\nauth: {api_keys: ["${env:KEY}"], admin_keys: ["${env:KEY}"]}\n',
    correct: 'servers:\n  files:\n    command: file-server\nauth: {api_keys: ["${env:KEY}"], admin_keys: ["${env:ADMIN_KEY}"]}\n',
  },
  check(context) {
    const keys = context.kind === 'serve' ? serveKeys(context) : single(context, ['api_key'], 'api_key');
    const seen = new Map<string, Key>();
    for (const key of keys) {
      checkStrength(context, key);
      const first = seen.get(key.text);
      if (first === undefined) seen.set(key.text, key);
      else
        context.report({
          at: key.node,
          path: key.path,
          message:
            first.list === key.list
              ? `a key occurs twice in ${key.list}`
              : `one string is in ${first.list} and is ${key.list} too: anyone who calls may also decide`,
          suggestion: first.list === key.list ? 'remove one of the two' : 'use two strings',
        });
    }
  },
};

interface Key {
  readonly list: string;
  readonly node: Node;
  readonly text: string;
  readonly path: Path;
}

function single({ root }: RuleContext, path: Path, list: string): Key[] {
  const node = at(root, ...path);
  const value = text(node);
  return node === undefined || value === undefined || value === '' ? [] : [{ list, node, text: value, path }];
}

function serveKeys(context: RuleContext): Key[] {
  const logins = items(at(context.root, 'login', 'keys')).flatMap((_, index) => single(context, ['login', 'keys', index], 'login.keys'));
  const listed = ownKeys(context.root).flatMap(({ list, path }) => single(context, path, `auth.${list}`));
  return [...logins, ...listed, ...single(context, ['page', 'token'], 'page.token')];
}

const known =
  /^(?:admin|administrator|password|passwd|secret|test(?:ing)?|key|token|api[-_]?key|default|demo|example|letmein|root|guest|mcpgw|mcpproxy|gateway|qwerty\w*|1234\d*|0+|abc\w{0,3})[\d!]*$/i;

function checkStrength({ report }: RuleContext, { node, path, list, text: key }: Key): void {
  if (key.includes('${')) return;
  if (known.test(key))
    report({
      at: node,
      path,
      message: `the text of ${list} is one that everybody tries`,
      suggestion: 'make one with: openssl rand -hex 24',
    });
  else if (key.length < 16 || new Set(key).size < 5)
    report({
      at: node,
      path,
      message: `the text of ${list} is short enough to be guessed`,
      suggestion: 'make one with: openssl rand -hex 24',
    });
}
