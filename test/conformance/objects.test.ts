import { type ValidateOptions, validateText } from '@mcpgw/validate';
import { describeUnless } from '../helpers/needs.js';
import { compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

const accepts =
  (options: Partial<ValidateOptions>) =>
  (verdict: Verdict): boolean =>
    !validateText(verdict.yaml ?? '', { file: verdict.id, kind: 'manifest', env: {}, ...options }).findings.some(
      ({ severity }) => severity === 'error',
    );

describeUnless(missing, 'objects against the recorded answers of a real API server', () => {
  const nothing = { unexpected: [], stale: [] };

  it.each(['v1.0.0', 'v1.1.0', 'v1.4.1'])('custom resources of agentgateway %s', version => {
    expect(
      compare(readVerdicts('cr-verdicts-A'), version, readExpectedFailures('objects'), accepts({ version: version.slice(1) })),
    ).toEqual(nothing);
  });

  it('core objects of Kubernetes v1.34.2', () => {
    expect(compare(readVerdicts('core-verdicts-A'), 'v1.34.2', readExpectedFailures('objects'), accepts({ kubeVersion: '1.34' }))).toEqual(
      nothing,
    );
  });
});
