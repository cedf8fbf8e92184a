/** Definitions of kinds, read from CustomResourceDefinitions, against the recorded answers of an API server that had them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definitions, definitionsOf } from '@mcpgw/custom-resources';
import { definitionsIn, validateText } from '@mcpgw/validate';
import { crdFolder, crdsMissing } from '../helpers/kube-objects.js';
import { describeUnless } from '../helpers/needs.js';
import { compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

const folders: Readonly<Record<string, readonly string[]>> = {
  'v1.0.0': ['agentgateway-v1.0.0', 'gateway-api-v1.5.1'],
  'v1.1.0': ['agentgateway-v1.1.0', 'gateway-api-v1.5.1'],
  'v1.4.1': ['agentgateway-v1.4.1', 'gateway-api-v1.6.1'],
};

function definitionsFor(version: string): Definitions {
  const files = folders[version]!.flatMap(name => {
    const folder = join(crdFolder!, name);
    return readdirSync(folder)
      .filter(file => file.endsWith('.yaml'))
      .map(file => join(folder, file));
  });
  return definitionsOf(files.flatMap(file => definitionsIn(readFileSync(file, 'utf8'))));
}

const reason =
  missing ?? crdsMissing ?? (existsSync(join(crdFolder!, 'agentgateway-v1.4.1')) ? undefined : 'MCPGW_CRDS has no agentgateway-v1.4.1');
describeUnless(reason, 'kinds of definitions against the recorded answers of a real API server', () => {
  it.each(Object.keys(folders))('definitions of agentgateway %s', version => {
    const definitions = definitionsFor(version);
    const notChecked = new Set<string>();
    const accepts = ({ id, yaml }: Verdict): boolean => {
      const { findings } = validateText(yaml ?? '', { file: id, kind: 'manifest', env: {}, version: version.slice(1), definitions });
      for (const { rule, message } of findings) if (rule === 'cel-not-checked') notChecked.add(message);
      return !findings.some(({ severity }) => severity === 'error');
    };
    expect(compare(readVerdicts('cr-verdicts-A'), version, readExpectedFailures('definitions'), accepts)).toEqual({
      unexpected: [],
      stale: [],
    });
    expect([...notChecked]).toEqual([]);
  });
});
