/** What validation says about a manifest, as text. */
import { formatPath } from '@mcpgw/diagnostics';
import { streamRules } from '@mcpgw/relations';
import { validateText } from '../../src/validate.js';

/** Rules about what an accepted object does have tests of their own. */
const elsewhere: ReadonlySet<string> = new Set(streamRules.map(({ id }) => id));

const findingsOf = (text: string, kubeVersion: string) =>
  validateText(text, { file: 'f.yaml', kind: 'manifest', kubeVersion }).findings.filter(({ rule }) => !elsewhere.has(rule));

/** Path, message and suggestion of every finding. */
export const said = (text: string, kubernetesVersion = '1.33'): string[] =>
  findingsOf(text, kubernetesVersion).map(
    ({ path = [], message, suggestion }) => `${formatPath(path)}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
  );

/** The same for Kubernetes 1.35, with the severity in front unless it is `error`. */
export const saidWithSeverity = (text: string, kubernetesVersion = '1.35'): string[] =>
  findingsOf(text, kubernetesVersion).map(({ severity, path = [], message, suggestion }) => {
    const weight = severity === 'error' ? '' : `${severity} `;
    return `${weight}${formatPath(path)}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
  });
