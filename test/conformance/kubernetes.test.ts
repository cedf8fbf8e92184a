import { validateText } from '@mcpgw/validate';
import { describeUnless } from '../helpers/needs.js';
import { compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

const server = 'v1.34.2';

function accepts(verdict: Verdict): boolean {
  const { findings } = validateText(verdict.yaml!, { file: verdict.id, kind: 'manifest', kubeVersion: server });
  return !findings.some(finding => finding.severity === 'error');
}

describeUnless(missing, 'core objects against the recorded answers of a real API server', () => {
  const verdicts = missing === undefined ? readVerdicts('core-verdicts-A') : [];

  it('agrees but for the cases on file', () => {
    const { unexpected, stale } = compare(verdicts, server, readExpectedFailures('kubernetes'), accepts);
    expect({ unexpected, stale }).toEqual({ unexpected: [], stale: [] });
  });

  it('agrees on at least nine of ten', () => {
    const agreed = verdicts.filter(verdict => verdict.verdicts[server]!.ok === accepts(verdict)).length;
    expect(agreed / verdicts.length).toBeGreaterThanOrEqual(0.9);
  });
});
