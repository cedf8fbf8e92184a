/** Patterns of files: `.Files.Glob`, `.helmignore`, and those of Go's path.Match. The first line is the pattern, the rest names. */
import { FuncError } from '@mcpgw/go/values';
import { decodeBytes, HelmError } from '@mcpgw/helm';
import { compileGlob } from '../../../packages/go/src/glob/glob.js';
import { BadPatternError, pathMatch } from '../../../packages/go/src/path/match.js';
import { parseIgnore } from '../../../packages/helm/src/loader/ignore.js';
import { outcome, type Target } from '../target.js';

export const target: Target = {
  seeds: [
    'conf/**/*.{yaml,yml}\nconf/a/b.yaml',
    '[!a-z]?*\nA1/x',
    '{a,{b,c}*,[d-f]}\nbcd',
    '# comment\n*.swp\n!keep.swp\n/root\ndir/\n\\#file\n**/bad',
    '***a*b*c*d*e*f*g*h\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '[\\-x]\\*\n-*',
  ],
  tokens: ['*', '**', '?', '[', ']', '[!', '{', '}', ',', '/', '\\', '-', '!', '#', 'a', '.', '\n', '{a,b}', '[a-z]', '*a'],
  maxBytes: 1000,
  run(input) {
    const text = decodeBytes(input);
    const [pattern = '', ...names] = text.split('\n');
    const matches = compileGlob(pattern);
    for (const name of [...names.slice(0, 8), 'templates/a.yaml']) {
      outcome([FuncError], () => matches?.(name));
      outcome([BadPatternError], () => pathMatch(pattern, name));
    }
    const rules = outcome([HelmError, BadPatternError], () => parseIgnore(text));
    if ('value' in rules)
      for (const name of ['a.swp', 'root', 'dir/x', ...names.slice(0, 8)])
        for (const isFolder of [true, false]) outcome([BadPatternError], () => rules.value.ignore(name, isFolder));
  },
};
