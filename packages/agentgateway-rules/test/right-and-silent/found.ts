import { checkStatic } from '../../src/check/check-static.js';

/** The findings of one rule, as `severity message`. */
export function found(rule: string, yaml: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, message }) => `${severity} ${message}`);
}
