/** YAML as Helm reads it: the quick reader and the whole one agree, and what is written is read as what it was. */
import { decodeBytes } from '@mcpgw/helm';
import { marshalYaml, marshalYamlPretty, readHead, YamlError } from '../../../packages/go/src/yaml/index.js';
import { decodeYaml, unmarshalYaml } from '../../../packages/go/src/yaml/unmarshal.js';
import { textOf } from '../go-values.js';
import { yamlSeeds, yamlTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

const declared = [YamlError];

export const target: Target = {
  seeds: yamlSeeds,
  tokens: yamlTokens,
  run(input) {
    const text = decodeBytes(input);
    const quick = outcome(declared, () => unmarshalYaml(text));
    const whole = outcome(declared, () => decodeYaml(text));
    outcome(declared, () => readHead(text));
    const said = [quick, whole].map(one => ('error' in one ? one.error.message : textOf(one.value)));
    same(said[0]!, said[1]!, 'the quick reader of YAML and the whole one differ');
    // Go's writer leaves U+0085 as it is, and its reader takes that for a line end.
    if ('error' in quick || said[0]!.includes('\u0085')) return;
    for (const write of [marshalYaml, marshalYamlPretty]) {
      const written = outcome(declared, () => write(quick.value));
      if ('error' in written) continue;
      const again = outcome(declared, () => unmarshalYaml(written.value));
      holds('value' in again, 'written YAML cannot be read', written.value.slice(0, 200));
      if ('value' in again) same(textOf(again.value), said[0]!, `YAML that ${write.name} wrote is read as something else`);
    }
  },
};
