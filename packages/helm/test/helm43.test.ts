/** What Helm 4.3.1 does otherwise than 4.2.4, in the words that it printed; test/differential/helm-versions asks the program itself (HELM43). */
import { chartYaml, writeTree } from '../../../test/helpers/command.js';
import { HelmError, renderChart } from '../src/index.js';

function rendered(files: Readonly<Record<string, string>>, helmVersion: '4' | '4.3' = '4.3'): string {
  try {
    return renderChart(writeTree({ 'Chart.yaml': chartYaml('c'), ...files }), { helmVersion }).replace(/^---\n# Source: .*\n/, '');
  } catch (error) {
    if (error instanceof HelmError) return error.message;
    throw error;
  }
}
const printed = (expression: string, helmVersion?: '4' | '4.3') =>
  rendered({ 'templates/x.yaml': `a: {{ ${expression} }}\n` }, helmVersion).trimEnd();

it.each([
  ['.Capabilities.KubeVersion.Version', 'a: v1.37.0'],
  ['toJson .Capabilities.HelmVersion', 'a: {"version":"v4.3","go_version":"go1.26.8","kube_client_version":"v1.37"}'],
  ['len .Capabilities.APIVersions', 'a: 57'],
  ['.Capabilities.APIVersions.Has "scheduling.k8s.io/v1alpha2"', 'a: false'],
  ['.Capabilities.APIVersions.Has "scheduling.k8s.io/v1alpha3"', 'a: true'],
  ['.Capabilities.APIVersions.Has "lifecycle.k8s.io/v1alpha1"', 'a: true'],
  ['.Capabilities.APIVersions.Has "storagemigration.k8s.io/v1"', 'a: true'],
])('%s', (expression, expected) => {
  expect(printed(expression)).toBe(expected);
});

it.each([
  ['durationSeconds "1h30m"', '5400'],
  ['durationHours "-90s"', '-0.025'],
  ['durationDays 5', '5.787037037037037e-05'],
  ['durationWeeks 1.25', '2.066798941798942e-06'],
  ['durationNanoseconds 2.9999999999', '2999999999'],
  ['durationMilliseconds " 2s "', '2000'],
  ['durationMinutes 9223372036', '1.5372286726666668e+08'],
  ['durationSeconds 9223372037', '0'],
  ['durationSeconds "nan"', '0'],
  ['durationSeconds (dict)', '0'],
  ['durationRoundTo "1h30m" "1m"', '1h30m0s'],
  ['durationRoundTo 9223372036 "bad"', '2562047h47m16s'],
  ['durationTruncateTo "1h30m" 7', '1h29m57s'],
  ['durationTruncateTo "x" 7', '0s'],
])('%s', (expression, expected) => {
  expect(printed(expression)).toBe(`a: ${expected}`);
  expect(printed(expression, '4')).toMatch(/function "duration\w+" not defined/);
});

it.each([
  ['"x"', 'could not parse duration "x"'],
  ['nil', 'invalid duration'],
  ['true', 'unsupported duration type bool'],
  ['""', 'empty duration'],
  ['(list)', 'unsupported duration type []interface {}'],
  ['9223372037', 'duration seconds overflow: 9223372037'],
  ['"inf"', 'invalid duration seconds: +Inf'],
  ['1e10', 'duration seconds overflow: 1e+10'],
  ['(now)', 'unsupported duration type time.Time'],
])('mustToDuration %s', (value, reason) => {
  expect(printed(`mustToDuration ${value}`)).toContain(`error calling mustToDuration: ${reason}`);
});

it('an empty file has no lines', () => {
  const files = { 'empty.txt': '', 'templates/x.yaml': 'a: {{ toJson (.Files.Lines "empty.txt") }}\n' };
  expect(rendered(files).trimEnd()).toBe('a: []');
  expect(rendered(files, '4')).toContain('index out of range [-1]');
});

it('a property name is refused at its object', () => {
  const files = { 'values.schema.json': '{"properties": {"l": {"propertyNames": {"pattern": "^a"}}}}', 'values.yaml': 'l: {b: 1}\n' };
  expect(rendered(files)).toContain("- at '/l': invalid propertyName 'b'\n");
  expect(rendered(files, '4')).toContain("- at '': invalid propertyName 'b'\n");
});

it('a file has no limit besides that of the chart', () => {
  const files = { 'large.txt': 'x'.repeat(6 * 1024 * 1024), 'templates/x.yaml': 'a: {{ .Files.Get "large.txt" | len }}\n' };
  expect(rendered(files).trimEnd()).toBe('a: 6291456');
  expect(rendered(files, '4')).toBe('chart file "large.txt" is larger than the maximum file size 5242880');
});
