/** TOML as Helm's library reads it: what is written is read as what it was. */
import { decodeBytes } from '@mcpgw/helm';
import { marshalToml, TomlError, unmarshalToml } from '../../../packages/go/src/toml/index.js';
import { textOf } from '../go-values.js';
import { holds, outcome, same, type Target } from '../target.js';

const declared = [TomlError];

export const target: Target = {
  seeds: [
    'a = 1\nb = "x\\n\\u00e9\\U0001F600"\nc = \'raw\'\n[t.u]\nd = [1, 2, [3]]\ne = {x = 1, "y.z" = true}\n',
    '# comment\n[[list]]\nname = "a"\n[[list]]\nname = "b"\n[list.sub]\nk = """\nmulti \\\n  line"""\nr = \'\'\'raw\nlines\'\'\'\n',
    't1 = 1979-05-27T07:32:00Z\nt2 = 1979-05-27T00:32:00.999999-07:00\nt3 = 1979-05-27\nt4 = 07:32:00\nt5 = 1979-05-27 07:32:00\n',
    'i = [+99, -17, 1_000, 0xDEADBEEF, 0o755, 0b11010110]\nf = [1.0, 3.1415, -0.01, 5e+22, 1e06, -2E-2, inf, -inf, nan]\n',
    'a.b.c = 1\n"quoted key" = 2\n\'lit\'.x = 3\nempty = {}\nlist = []\n',
  ],
  tokens: ['[', ']', '[[', ']]', ' = ', '\n', '"""', "'''", '"', "'", '.', ',', '{', '}', '#', '\\u0041', '\\U0001F600', '\\\n', '_', '0x', '0o', '0b', 'e+', 'inf', 'nan', 'true', '1979-05-27', 'T07:32:00', 'Z', '-07:00', 'a = ', '[a]\n', '[[a]]\n', 'a.b = 1\n'], // biome-ignore format: one list
  run(input) {
    const read = outcome(declared, () => unmarshalToml(decodeBytes(input)));
    if ('error' in read) return;
    const written = outcome(declared, () => marshalToml(read.value));
    if ('error' in written) return;
    const again = outcome(declared, () => unmarshalToml(written.value));
    holds(
      'value' in again,
      'written TOML cannot be read',
      `${'error' in again ? again.error.message : ''} in ${written.value.slice(0, 300)}`,
    );
    if ('value' in again) same(textOf(again.value), textOf(read.value), 'written TOML is read as something else');
  },
};
