import { checkCustomResource } from '@mcpgw/custom-resources';
import { parseYaml } from '@mcpgw/structure';
import { describeUnless } from '../helpers/needs.js';
import { compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

describeUnless(missing, 'custom resources against the recorded answers of a real API server', () => {
  it.each([
    ['v1.0.0', '1.5.0'],
    ['v1.1.0', '1.5.1'],
    ['v1.4.1', '1.6.1'],
  ])('definitions of agentgateway %s and the Gateway API v%s', (version, gatewayApiVersion) => {
    const accepts = ({ id, yaml }: Verdict): boolean => {
      const { documents, findings } = parseYaml(yaml ?? '', { file: id, dialect: 'go' });
      const options = { file: id, gatewayVersion: version.slice(1), gatewayApiVersion };
      const all = [...findings, ...documents.flatMap(document => checkCustomResource(document, options))];
      return !all.some(({ severity }) => severity === 'error');
    };
    const { unexpected, stale } = compare(readVerdicts('cr-verdicts-A'), version, readExpectedFailures('custom-resources'), accepts);
    expect({ unexpected, stale }).toEqual({ unexpected: [], stale: [] });
  });
});
