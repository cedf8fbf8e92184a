/** Whether a render gives the same documents as an earlier one, without the work after the first difference. */
import { type FuncDeps, HelmError, loadChartFiles, mergeUserValues, Renderer, type RenderOptions } from '../src/index.js';

const deps: FuncDeps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: n => new Uint8Array(n), timezone: 'UTC' };

function rendererOf(templates: Record<string, string>): Renderer {
  const files = { 'Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n', ...templates };
  return new Renderer(loadChartFiles(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))), { deps });
}

const optionsOf = (values: string): RenderOptions => ({
  releaseName: 'rel',
  namespace: 'ns',
  values: mergeUserValues({ jsonValues: [values] }, () => Buffer.from('')),
});

const object = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: ${value}}\n`;

test.each<[what: string, template: string, before: string, after: string, isSame: boolean]>([
  ['another value', object('{{ .Values.a | quote }}'), '{"a":"1"}', '{"a":"2"}', false],
  ['a value that nothing reads', object('x'), '{"a":"1"}', '{"a":"2"}', true],
  ['a document less', `${object('x')}{{ if .Values.a }}---\n${object('y')}{{ end }}`, '{"a":true}', '{}', false],
  ['white space between documents', `{{ if .Values.a }}\n\n---\n{{ end }}${object('x')}`, '{"a":true}', '{}', true],
  ['white space at the end of a document', `${object('x')}{{ if .Values.a }}\n\n{{ end }}`, '{"a":true}', '{}', false],
  ['nothing at all', `{{ if .Values.a }}${object('x')}{{ end }}`, '{"a":true}', '{}', false],
])('%s', (_what, template, before, after, isSame) => {
  const renderer = rendererOf({ 'templates/a.yaml': template });
  const earlier = renderer.render(optionsOf(before));
  expect(renderer.rendersSame(optionsOf(after), earlier)).toBe(isSame);
  expect(renderer.rendersSame(optionsOf(before), earlier)).toBe(true);
});

test('notes are no document', () => {
  const renderer = rendererOf({ 'templates/NOTES.txt': '{{ .Values.a }}', 'templates/a.yaml': object('x') });
  expect(renderer.rendersSame(optionsOf('{"a":2}'), renderer.render(optionsOf('{"a":1}')))).toBe(true);
});

test('a failure after the first difference is not reached, and one before it is thrown', () => {
  const failing = '{{ if .Values.a }}{{ fail "no" }}{{ end }}';
  const reading = object('{{ .Values.a | quote }}');
  const renders = (templates: Record<string, string>) => {
    const renderer = rendererOf(templates);
    return () => renderer.rendersSame(optionsOf('{"a":"1"}'), renderer.render(optionsOf('{}')));
  };
  // Helm runs the templates of a folder in the reverse order of their names.
  expect(renders({ 'templates/a.yaml': failing, 'templates/b.yaml': reading })()).toBe(false);
  expect(renders({ 'templates/a.yaml': reading, 'templates/b.yaml': failing })).toThrow(HelmError);
});

test('a difference that is no YAML is a failure, as of a render', () => {
  const renderer = rendererOf({ 'templates/a.yaml': '{{ .Values.a }}' });
  const earlier = renderer.render(optionsOf('{"a":"a: 1"}'));
  expect(() => renderer.rendersSame(optionsOf('{"a":"a: ["}'), earlier)).toThrow(HelmError);
});

test.each<[template: string, isRead: boolean]>([
  [object('x'), false],
  ['# {{ .Capabilities.KubeVersion.Version }}', false],
  ['{{ if false }}{{ .Capabilities.APIVersions.Has "v1" }}{{ end }}', false],
  ['# {{ .Capabilities.APIVersions.Has "v1" }}', true],
  ['# {{ .Capabilities.Copy.APIVersions.Has "v1" }}', true],
  ['# {{ .Capabilities | toJson }}', true],
  ['# {{ has "v1" .Capabilities.APIVersions }}', true],
  ['# {{ printf "%v" .Capabilities | len }}', true],
  ['# {{ (deepCopy .Capabilities).APIVersions | len }}', true],
])('whether the API versions are read: %s', (template, isRead) => {
  expect(rendererOf({ 'templates/a.yaml': template }).render(optionsOf('{}')).readsApiVersions).toBe(isRead);
});
