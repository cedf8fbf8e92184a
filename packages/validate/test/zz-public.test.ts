import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { validateText } from '../src/index.js';

const fresh =
  /^(alert-(patterns|texts|values|expression)|monitor-times|autoscaler-out|container-cap|container-start|container-res|disruption-budget-inert|env-from-names|env-reference|image-not|job-times|pod-setting|probe-address|probe-hasty|resource-field-unset|rollout-limits|schedule-days|secret-value|service-setting|service-target|volume-(mode|size|use)|workload-idle)/;
it('public', () => {
  const folder = process.env.PUBLIC!;
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    for (const { severity, rule, message } of validateText(text, { file: 'a.yaml', kind: 'manifest' }).findings) {
      if (!fresh.test(rule)) continue;
      const key = `${severity} ${rule}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      lines.push(`${key}\t${name}\t${message}`);
    }
  }
  writeFileSync('/tmp/objects-charts/findings.txt', lines.sort().join('\n'));
  process.stderr.write(
    [...counts]
      .map(([k, n]) => `${n} ${k}`)
      .sort()
      .join('\n') + '\n',
  );
});
