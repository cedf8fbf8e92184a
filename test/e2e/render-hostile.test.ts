/** Charts and values that mean harm, in the built executable: each ends with its answer or one clear error. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { chartYaml, writeTree } from '../helpers/command.js';
import { executable, javaScriptTraces, outcome } from '../helpers/mcpgw.js';

let folder = '';
beforeEach(() => {
  folder = writeTree({ 'c/Chart.yaml': chartYaml('c') });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The heap is held small, so that a chart that hoards is stopped soon. */
function render(args: readonly string[] = ['c'], input: string | Uint8Array = '') {
  const argv = ['--max-old-space-size=1024', executable, 'render', ...args];
  const result = spawnSync(process.execPath, argv, { cwd: folder, input, encoding: 'utf8', maxBuffer: 1 << 29 });
  expect(result.stderr).not.toMatch(javaScriptTraces);
  return outcome(result);
}

const template = (text: string | Uint8Array): void => void writeTree({ 'c/templates/t.yaml': text }, folder);
const printed = (text: string): string => `---\n# Source: c/templates/t.yaml\n${text}\n`;

function refusal(text: string): string {
  template(text);
  const { status, stdout, stderr } = render();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return stderr;
}

const share = (first: string, count: number): string => `{{ $x := ${first} }}{{ range until ${count} }}{{ $x = list $x $x }}{{ end }}`;
const cycle = '{{ $x := dict }}{{ $_ := set $x "a" $x }}';
const hoard = (made: string): string =>
  `{{ $d := dict }}{{ range $i := until 1000000 }}{{ $_ := set $d (toString $i) (${made}) }}{{ end }}`;
const grow = (step: string): string => `{{ $x := repeat 16000000 "<" }}{{ range until 20 }}{{ $x = ${step} }}{{ end }}`;

describe('files that are none', () => {
  beforeEach(() => template('a: {{ .Values.a }}'));

  test('a named pipe without a writer, or a device, is refused', () => {
    spawnSync('mkfifo', ['pipe'], { cwd: folder });
    for (const path of ['pipe', '/dev/zero', '/dev/tty'].filter(path => existsSync(join(folder, path)) || existsSync(path)))
      expect(render(['c', '-f', path])).toEqual({
        status: 2,
        stdout: '',
        stderr: `Error: ${path}: it is a pipe, a socket or a device: name a file, or - for standard input\n`,
      });
  });

  test('what the shell has opened is read', () => {
    const script = `"$0" "$1" render c -f <(echo 'a: 1') -f /dev/null`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script, process.execPath, executable], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr, status }).toEqual({ stdout: printed('a: 1'), stderr: '', status: 0 });
  });
});

describe('templates that never end', () => {
  test.each<[string, string, RegExp]>([
    ['steps', '{{ range 1000000000000 }}{{ end }}', /rendering c\/templates\/t.yaml: template execution exceeds 100000000 steps\n/],
    ['a list', '{{ range until 1000000000 }}{{ end }}', /error calling until: until: the result has more than 1000000 elements\n/],
    ['output', '{{ $x := repeat 1000000 "x" }}{{ range until 1000 }}{{ $x }}{{ end }}', /template output exceeds 268435456 bytes\n/],
    ['include', '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}', /nested reference name: a: unable to execute template/],
    ['template', '{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}', /nests deeper than 5000 templates\n/],
    ['tpl', '{{ $_ := set .Values "t" "{{ tpl .Values.t . }}" }}{{ tpl .Values.t . }}', /nests deeper than 5000 templates\n/],
    ['nested braces', `{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`, /max expression depth exceeded/],
    ['nested blocks', `${'{{ if true }}'.repeat(50_000)}${'{{ end }}'.repeat(50_000)}`, /max expression depth exceeded/],
  ])('%s', (_, text, message) => expect(refusal(text)).toMatch(message));

  test.each<[string, string, RegExp]>([
    ['repeat', '{{ repeat 2000000000 "xxxx" }}', /repeat: the result is longer than 16777216 characters/],
    ['indent', '{{ indent 2000000000 "x" }}', /the result is longer than 16777216 characters/],
    ['replace', '{{ $x := repeat 100000 "x" }}{{ replace "x" $x $x }}', /replace: the result is longer than 16777216 characters/],
    [
      'doubling',
      '{{ $x := "x" }}{{ range until 100 }}{{ $x = print $x $x }}{{ end }}',
      /the result of a function is longer than 16777216 characters/,
    ],
    ['base64', grow('b64enc $x'), /the result of a function is longer than 16777216 characters/],
    ['escapes', grow('html $x'), /the result of a function is longer than 16777216 characters/],
    [
      'lists',
      '{{ $x := list 1 }}{{ range until 100 }}{{ $x = concat $x $x }}{{ end }}',
      /concat: the result has more than 1000000 elements/,
    ],
    ['randAlphaNum', '{{ randAlphaNum 1000000000 }}', /randAlphaNum: the result is longer than 16777216 characters/],
  ])('a text or list that is too long: %s', (_, text, message) => expect(refusal(text)).toMatch(message));
});

describe('templates that take all memory', () => {
  test.each<[string, string]>([
    ['lists', hoard('until 100000')],
    ['strings', hoard('printf "%s%d" (repeat 1000000 "x") $i | upper')],
    ['copies', `{{ $l := list (until 100000) }}${hoard('deepCopy $l')}`],
    ['what is decoded', `{{ $l := print "[" (repeat 10000 "{},") "{}]" }}${hoard('fromJsonArray $l')}`],
  ])('%s in a dict', (_, text) => expect(refusal(text)).toMatch(/template execution takes too much memory\n/));

  test.each<[string, RegExp]>([
    [`${share('list 1', 100)}{{ toJson $x }}`, /error calling toJson: the result would be larger than 268435456 bytes/],
    [`${share('list 1', 100)}{{ toYaml $x }}`, /error calling toYaml: the result would be larger than 268435456 bytes/],
    [`${share('list 1', 100)}{{ toYamlPretty $x }}`, /error calling toYamlPretty: the result would be larger than 268435456 bytes/],
    [`${share('list 1', 100)}{{ toToml (dict "a" $x) }}`, /error calling toToml: the result would be larger than 268435456 bytes/],
    [`${share('list 1', 100)}{{ $x }}`, /template data nests too deep or grows too long/],
    [`${share('list 1', 100)}{{ $y := deepCopy $x }}`, /deepCopy: the value has more than 1000000 parts/],
    [`${cycle}{{ $x }}`, /template data nests too deep or grows too long/],
    [`${cycle}{{ $y := deepCopy $x }}`, /deepCopy: the value is nested deeper than 1000/],
  ])('values that hold themselves many times: %s', (text, message) => expect(refusal(text)).toMatch(message));

  test.each(['toJson', 'toYaml', 'toYamlPretty'])('%s of a value that holds itself is empty, as what Helm cannot encode', name => {
    template(`${cycle}a: "{{ ${name} $x }}"`);
    expect(render()).toEqual({ status: 0, stdout: printed('a: ""'), stderr: '' });
  });
});

describe('regular expressions take linear time', () => {
  test.each<[string, string]>([
    ['regexMatch "^(a+)+$" (print (repeat 50000 "a") "!")', 'false'],
    ['regexReplaceAll "(x+x+)+y" (repeat 50000 "x") "-" | len', '50000'],
    ['regexMatch "^(([a-z])+.)+[A-Z]([a-z])+$" (repeat 50000 "a")', 'false'],
    ['regexFindAll "a*?b?" (repeat 1000 "a") -1 | len', '1001'],
  ])('%s', (call, answer) => {
    template(`a: "{{ ${call} }}"`);
    expect(render()).toEqual({ status: 0, stdout: printed(`a: "${answer}"`), stderr: '' });
  });

  test('a schema of values too', () => {
    writeTree(
      { 'c/values.schema.json': '{"properties":{"a":{"pattern":"^(a+)+$"}}}', 'c/values.yaml': `a: ${'a'.repeat(50_000)}!\n` },
      folder,
    );
    expect(render()).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('schemas of values', () => {
  const schema = (text: object) => writeTree({ 'c/values.schema.json': JSON.stringify(text) }, folder);
  const allOf = (...names: string[]) => ({ allOf: names.map(name => ({ $ref: `#/definitions/${name}` })) });

  test('of which each definition names the one before twice are judged', () => {
    const doubling = Object.fromEntries(Array.from({ length: 40 }, (_, level) => [`d${level + 1}`, allOf(`d${level}`, `d${level}`)]));
    schema({ definitions: { d0: { type: 'object' }, ...doubling }, ...allOf('d40') });
    template('a: 1');
    expect(render()).toEqual({ status: 0, stdout: printed('a: 1'), stderr: '' });
    schema({ definitions: { d0: { type: 'string' }, ...doubling }, ...allOf('d40') });
    expect(render()).toMatchObject({ status: 1, stdout: '' });
  });

  test('that refer to each other in a circle are refused', () => {
    schema({ definitions: { a: allOf('b'), b: allOf('a') }, ...allOf('a') });
    const { status, stderr } = render();
    expect([status, stderr]).toEqual([1, expect.stringContaining('reference cycle at')]);
  });
});

describe('keys of JavaScript prototypes are data', () => {
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  test.each<[string, string[], string, string]>([
    ['not there', [], `a: {{ list ${keys.map(key => `.Values.${key}`).join(' ')} | toJson }}`, 'a: [null,null,null,null,null]'],
    [
      'in --set',
      ['--set', '__proto__.x=1,constructor.prototype.y=2'],
      'a: {{ .Values | toJson }} {{ (dict).x }}',
      'a: {"__proto__":{"x":1},"constructor":{"prototype":{"y":2}}} ',
    ],
    ['in JSON', ['--set-json', '{"__proto__":{"x":1}}'], 'a: {{ .Values | toJson }} {{ (dict).x }}', 'a: {"__proto__":{"x":1}} '],
    [
      'in a template',
      [],
      '{{ $d := dict "__proto__" (dict "x" 1) }}a: {{ merge (dict "b" 1) $d | toJson }} {{ $d.x }}',
      'a: {"__proto__":{"x":1},"b":1} ',
    ],
    [
      'in fromYaml',
      [],
      'a: {{ fromYaml "__proto__: {x: 1}" | toJson }} {{ fromToml "__proto__ = 1" | toJson }}',
      'a: {"__proto__":{"x":1}} {"__proto__":1}',
    ],
  ])('%s', (_, args, text, expected) => {
    template(text.replace('a: ', 'a: |-\n  '));
    expect(render(['c', ...args])).toEqual({ status: 0, stdout: printed(expected.replace('a: ', 'a: |-\n  ').trimEnd()), stderr: '' });
  });

  test('in a values file', () => {
    template('a: |-\n  {{ .Values | toJson }}');
    expect(render(['c', '-f', '-'], '__proto__: {x: 1}\nconstructor: 2\n').stdout).toBe(
      printed('a: |-\n  {"__proto__":{"x":1},"constructor":2}'),
    );
  });
});

describe('nothing outside the chart is read', () => {
  test('.Files', () => {
    writeFileSync(join(folder, 'secret'), 'secret');
    const calls = ['../secret', '../../etc/passwd', '/etc/passwd', 'templates/t.yaml', 'Chart.yaml'].map(path => `.Files.Get "${path}"`);
    template(`a: {{ list (${calls.join(') (')}) | toJson }}\nb: {{ .Files.Glob "../**" | toYaml }}\nc: {{ .Files.Lines "../secret" }}`);
    expect(render()).toEqual({ status: 0, stdout: printed('a: ["","","","",""]\nb: {}\nc: []'), stderr: '' });
  });

  test.each(['env "PATH"', 'expandenv "$PATH"'])('{{ %s }}', call => {
    expect(refusal(`{{ ${call} }}`)).toMatch(/^Error: parse error at \(c\/templates\/t.yaml:1\): function "\w+" not defined\n/);
  });

  test.each<[string, (at: string) => void]>([
    ['a file', at => symlinkSync('/etc/passwd', join(at, 'templates/l.yaml'))],
    ['a folder', at => symlinkSync('/etc', join(at, 'l'))],
    [
      'a chain',
      at => {
        symlinkSync('two', join(at, 'one'));
        symlinkSync('../secret', join(at, 'two'));
      },
    ],
    ['values.yaml', at => symlinkSync('../secret', join(at, 'values.yaml'))],
    ['.helmignore', at => symlinkSync('../secret', join(at, '.helmignore'))],
    [
      'a subchart',
      at => {
        mkdirSync(join(at, 'charts'));
        symlinkSync('/etc', join(at, 'charts/sub'));
      },
    ],
  ])('a link to %s outside', (_, link) => {
    writeTree({ secret: 'a: secret\n', 'c/templates/t.yaml': 'a: 1' }, folder);
    link(join(folder, 'c'));
    const { status, stdout, stderr } = render();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: symbolic link \S+ leads out of the chart, to \S+: files outside the chart are not read\n$/m);
  });

  test('Chart.yaml itself', () => {
    writeTree({ secret: 'secret: text\n' }, folder);
    rmSync(join(folder, 'c/Chart.yaml'));
    symlinkSync('../secret', join(folder, 'c/Chart.yaml'));
    const { status, stderr } = render();
    expect(status).toBe(1);
    expect(stderr).not.toContain('secret: text');
  });
});

describe('archives', () => {
  /** A tar header; sizes beyond octal do not occur. */
  function header(name: string, size: number): Buffer {
    const block = Buffer.alloc(512);
    block.write(name, 0, 100);
    block.write('0000644\0', 100);
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    block.write('        ', 148);
    block.write('0ustar\0', 156);
    block.write(
      `${block
        .reduce((total, byte) => total + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return block;
  }
  function* entry(name: string, data: Buffer): Generator<Buffer> {
    yield header(name, data.length);
    yield data;
    yield Buffer.alloc((512 - (data.length % 512)) % 512);
  }
  const chart = (): Generator<Buffer> => entry('c/Chart.yaml', Buffer.from(chartYaml('c')));
  async function archive(parts: Iterable<Buffer>): Promise<void> {
    await pipeline(Readable.from(parts), createGzip({ level: 1 }), createWriteStream(join(folder, 'c.tgz')));
  }

  test('two gigabytes of zeros in a file', async () => {
    await archive(
      (function* () {
        yield* chart();
        yield header('c/zeros', 2 ** 31);
        for (let i = 0; i < 2048; i++) yield Buffer.alloc(2 ** 20);
      })(),
    );
    const message = 'Error: unable to load chart archive: decompressed chart is larger than the maximum size 104857600\n';
    expect(render(['c.tgz'])).toEqual({ status: 1, stdout: '', stderr: message });
  });

  test('a hundred thousand files', async () => {
    await archive(
      (function* () {
        yield* chart();
        for (let i = 0; i < 100_000; i++) yield header(`c/f${i}`, 0);
      })(),
    );
    expect(render(['c.tgz'])).toMatchObject({ status: 1, stdout: '' });
  });

  test.each<[string, string]>([
    ['c/../../escaped', 'chart illegally references parent directory'],
    ['c//escaped', 'chart illegally contains absolute paths'],
    ['..\\..\\escaped', 'chart illegally references parent directory'],
  ])('the name %s', async (name, reason) => {
    await archive([...chart(), ...entry(name, Buffer.from('x'))]);
    const { status, stdout, stderr } = render(['c.tgz']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`Error: unable to load chart archive: ${reason}\n`);
    expect(existsSync(join(folder, 'escaped'))).toBe(false);
  });
});

describe('YAML, JSON and TOML that unfold', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
  ].join('\n');
  const excessive = /yaml: document contains excessive aliasing\n/;

  test('in values', () => {
    const { status, stdout, stderr } = render(['c', '-f', '-'], bomb);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(excessive);
  });
  test("in the chart's values", () => {
    writeTree({ 'c/values.yaml': bomb }, folder);
    expect(render().stderr).toMatch(excessive);
  });
  test('in Chart.yaml', () => {
    writeTree({ 'c/Chart.yaml': `${chartYaml('c')}annotations:\n${bomb.replace(/^/gm, '  ')}\n` }, folder);
    expect(render().stderr).toMatch(excessive);
  });
  test('in what a template prints', () => expect(refusal(`kind: A\n${bomb}`)).toMatch(excessive));
  test('in fromYaml', () => {
    template(`a: {{ (fromYaml ${JSON.stringify(bomb)}).Error | quote }}`);
    expect(render().stdout).toBe(printed('a: "error converting YAML to JSON: yaml: document contains excessive aliasing"'));
  });

  const deep = (open: string, close: string): string => open.repeat(200_000) + close.repeat(200_000);
  test.each<[string, string]>([
    ['values of YAML', `a: ${deep('[', ']')}`],
    ['values of blocks', Array.from({ length: 11_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['values of JSON', deep('{"a":', '}').replace(':}', ':1}')],
  ])('deep nesting: %s', (_, text) => {
    const { status, stdout, stderr } = render(['c', '-f', '-'], text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: failed to parse -: .*exceeded max depth of 10000\n$/);
  });
  test.each(['--set-json', '--set'])('deep nesting: %s', flag => {
    const text = flag === '--set' ? `${'a.'.repeat(30_000)}b=1` : `a=${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(render(['c', flag, text])).toMatchObject({ status: 1, stdout: '' });
  });
  test.each<[string, string]>([
    ['fromJsonArray', 'print (repeat 200000 "[") (repeat 200000 "]")'],
    ['fromToml', 'print "a=" (repeat 200000 "[") (repeat 200000 "]")'],
    ['fromYaml', 'print "a: " (repeat 200000 "[") (repeat 200000 "]")'],
  ])('deep nesting: %s', (name, text) => {
    template(`a: {{ ${name} (${text}) | toString | trunc 200 | quote }}`);
    const { status, stdout } = render();
    expect(status).toBe(0);
    expect(stdout).toMatch(/exceeded max depth|nested too deeply/);
  });
});

describe('bytes', () => {
  test('text that is not UTF-8 passes through a template and is refused as YAML', () => {
    template(Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a]));
    expect(render()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('yaml: invalid leading UTF-8 octet') });
  });
  test('a file that is not UTF-8 keeps its bytes', () => {
    writeTree({ 'c/bytes': Buffer.from([0xff, 0x00, 0xc3, 0x28]) }, folder);
    template('a: {{ .Files.Get "bytes" | b64enc }}');
    expect(render().stdout).toBe(printed('a: /wDDKA=='));
  });
  test('values that are not UTF-8', () => {
    expect(render(['c', '-f', '-'], Buffer.from([0x61, 0x3a, 0xff]))).toMatchObject({ status: 1, stdout: '' });
  });
  test('an empty, and a huge values file', () => {
    template('a: {{ len .Values.list }}');
    expect(render(['c', '-f', '-'], '')).toMatchObject({ status: 1 });
    const line = `- ${'x'.repeat(1021)}\n`;
    expect(render(['c', '-f', '-'], `list:\n${line.repeat(100_000)}`)).toEqual({ status: 0, stdout: printed('a: 100000'), stderr: '' });
    expect(render(['c', '-f', '-'], `list:\n${line.repeat(132_000)}`)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: - is larger than the maximum size 134217728\n',
    });
  });
});

test('nothing is left behind half written', () => {
  writeTree({ 'c/templates/a.yaml': 'a: 1', 'c/templates/b.yaml': '{{ range 1000000000000 }}x{{ end }}' }, folder);
  expect(render(['c', '--output-dir', 'out'])).toMatchObject({ status: 1, stdout: '' });
  writeFileSync(join(folder, 'env.yaml'), 'a: 1');
  expect(render(['c', '--matrix', 'env.yaml', '--output-dir', 'out'])).toMatchObject({ status: 1, stdout: '' });
  expect(existsSync(join(folder, 'out')) ? readdirSync(join(folder, 'out')) : []).toEqual([]);
});
