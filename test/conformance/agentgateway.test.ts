import { checkStatic } from '@mcpgw/agentgateway-rules';
import { decodeFile } from '@mcpgw/structure';
import { describeUnless } from '../helpers/needs.js';
import { bytesOf, compare, missing, readExpectedFailures, readVerdicts, type Verdict } from './verdicts.js';

describeUnless(missing, 'static configuration against the recorded answers of the real proxy', () => {
  it.each(['v0.12.0', 'v1.1.0', 'v1.4.1'])('%s', version => {
    const accepts = (verdict: Verdict): boolean => {
      const decoded = decodeFile(bytesOf(verdict), verdict.id);
      const { findings } = checkStatic(decoded.text, { file: verdict.id, version: version.slice(1) });
      return ![...decoded.findings, ...findings].some(finding => finding.severity === 'error');
    };
    const { unexpected, stale } = compare(readVerdicts('corpus-A', 'extra-A'), version, readExpectedFailures('agentgateway'), accepts);
    expect({ unexpected, stale }).toEqual({ unexpected: [], stale: [] });
  });
});
