/** What Prometheus itself says of the traps of alerts: it takes the rules, and the wrong expression does not do what the right one does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnless } from '../../../test/helpers/needs.js';
import { promtool, promtoolMissing } from '../../../test/helpers/promtool.js';

const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rulesOf = (expression: string, summary = 'x'): string =>
  JSON.stringify({ groups: [{ name: 'g', rules: [{ alert: 'Trap', expr: expression, annotations: { summary } }] }] });

function check(expression: string, summary?: string): number | null {
  const file = join(folder, 'rules.yaml');
  writeFileSync(file, rulesOf(expression, summary));
  return promtool(['check', 'rules', file]).code;
}

/** Whether an alert fires after an hour of samples, one a minute. Each series has a name and its values as promtool writes them. */
function fires(expression: string, series: readonly (readonly [name: string, values: string])[]): boolean {
  writeFileSync(join(folder, 'rules.yaml'), rulesOf(expression));
  const file = join(folder, 'test.yaml');
  const test = {
    interval: '1m',
    input_series: series.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count(ALERTS{alertname="Trap", alertstate="firing"}) or vector(0)',
        eval_time: '60m',
        exp_samples: [{ labels: '{}', value: 0 }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests: [test] }));
  const { code, text } = promtool(['test', 'rules', file]);
  if (code === 0) return false;
  expect(text).toMatch(/got:[^\n]*|FAILED/);
  return true;
}

describeUnless(promtoolMissing, 'what Prometheus says of the traps of alerts', () => {
  it.each([
    ['a variable that is not there', 'up == 0', '{{ $label.instance }}'],
    ['a function that is not there', 'up == 0', '{{ instance }}'],
    ['a pattern of a shell', 'up{pod=~"*-web"} == 0', 'x'],
    ['a pattern that looks ahead', 'up{pod=~"(?!web).*"} == 0', 'x'],
  ])('Prometheus refuses %s', (_, expression, summary) => {
    expect(check(expression, summary)).not.toBe(0);
  });

  it.each([
    [
      'a percentage',
      'avail_bytes / size_bytes < 10',
      'avail_bytes / size_bytes < 0.1',
      [
        ['avail_bytes', '50x60'],
        ['size_bytes', '100x60'],
      ],
      true,
      false,
    ],
    ['a count of nothing', 'count(up == 1) == 0', 'absent(up == 1)', [['up', '0x60']], false, true],
    ['a comparison with bool', 'up == bool 0', 'up == 0', [['up', '1x60']], true, false],
    [
      'a histogram of sums',
      'histogram_quantile(0.9, sum by (le) (rate(a_sum[5m]))) > 0',
      'rate(a_sum[5m]) > 0',
      [['a_sum', '0+60x60']],
      false,
      true,
    ],
    ['a glob', 'up{pod=~"web-*"} == 0', 'up{pod=~"web-.*"} == 0', [['up{pod="web-1"}', '0x60']], false, true],
    ['commas', 'up{ns=~"a,b"} == 0', 'up{ns=~"a|b"} == 0', [['up{ns="a"}', '0x60']], false, true],
    ['bounds that exclude each other', 'a > 5 and a < 3', 'a > 3 and a < 5', [['a', '4x60']], false, true],
    ['another case', 'a{status="False"} == 1', 'a{status="false"} == 1', [['a{status="false"}', '1x60']], false, true],
    [
      'an open side',
      'a > 1 or b',
      'a > 1 or b > 1',
      [
        ['a', '0x60'],
        ['b', '0x60'],
      ],
      true,
      false,
    ],
    ['a day that no week has', 'a == 1 and on () day_of_week() == 7', 'a == 1 and on () day_of_week() == 4', [['a', '1x60']], false, true],
    ['more changes than samples', 'changes(a[5m]) > 100', 'changes(a[5m]) > 2', [['a', '0+1x60']], false, true],
  ] as const)('%s', (_, wrong, right, series, wrongFires, rightFires) => {
    expect(check(wrong)).toBe(0);
    expect([fires(wrong, series), fires(right, series)]).toEqual([wrongFires, rightFires]);
  });
});
