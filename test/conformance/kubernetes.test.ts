import { checkManifestText } from '../../packages/config/src/kubernetes/index.js';
import { compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

const run = missing === undefined ? describe : describe.skip;
const server = 'v1.34.2';

function accepts(verdict: Verdict): boolean {
  const findings = checkManifestText(verdict.yaml!, { file: verdict.id, kubernetesVersion: server });
  return !findings.some(finding => finding.severity === 'error');
}

run(`core objects against the recorded answers of a real API server${missing === undefined ? '' : ` (${missing})`}`, () => {
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
