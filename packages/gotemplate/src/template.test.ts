import { type Func, FuncError, GoMap, type Value } from '@mcpgw/go/values';
import { Budget, BudgetError, type BudgetLimits, defaultLimits } from './budget.js';
import { ExecError, NoTemplateError, ParseError } from './errors.js';
import { TemplateSet, templateFunc } from './template.js';

const sub: Func = { name: 'sub', params: ['int', 'int'], result: 'int', call: (a, b) => (a as bigint) - (b as bigint) };
const fail: Func = {
  name: 'fail',
  params: ['string'],
  call: message => {
    throw new FuncError(message as string);
  },
};

function makeSet(limits: Partial<BudgetLimits> = {}): TemplateSet {
  const include = templateFunc({
    name: 'include',
    params: ['string', 'any'],
    result: 'string',
    enter: (name, data) => ({ set, template: set.find(name as string), data: data!, leave: output => output }),
  });
  const funcs = new Map([sub, fail, include].map(f => [f.name, f]));
  const set: TemplateSet = new TemplateSet('set', { funcs, missingKey: 'zero', budget: new Budget({ ...defaultLimits, ...limits }) });
  return set;
}

function run(text: string, data: Value = null, limits: Partial<BudgetLimits> = {}): string {
  const set = makeSet(limits);
  set.parse('t', text);
  return set.execute('t', data);
}

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('errors', () => {
  test('a parse error has its fields', () => {
    expect(thrown(() => makeSet().parse('a.yaml', 'x\n{{ if }}'))).toMatchObject({
      constructor: ParseError,
      templateName: 'a.yaml',
      line: 2,
      reason: 'missing value for if',
      message: 'template: a.yaml:2: missing value for if',
    });
  });

  test('an execution error has its fields, its column in bytes', () => {
    const error = thrown(() => run('{{ define "d" }}\né {{ .s.x }}{{ end }}{{ template "d" . }}', new GoMap([['s', 'text']])));
    expect(error).toMatchObject({
      constructor: ExecError,
      templateName: 't',
      line: 2,
      column: 8,
      context: '.s.x',
      definedIn: 'd',
      reason: "can't evaluate field x in type interface {}",
    });
  });

  test('the error of a function in an included template keeps its chain', () => {
    const error = thrown(() => run('{{ define "d" }}{{ fail "no" }}{{ end }}{{ include "d" . }}')) as ExecError;
    expect(error.message).toBe(
      'template: t:1:43: executing "t" at <include "d" .>: error calling include: template: t:1:19: executing "d" at <fail "no">: error calling fail: no',
    );
    expect(error.cause).toBeInstanceOf(ExecError);
    expect((error.cause as ExecError).cause).toBeInstanceOf(FuncError);
  });

  test('a template that is not there', () => {
    expect(thrown(() => makeSet().execute('none', null))).toMatchObject({
      constructor: NoTemplateError,
      message: 'template: no template "none" associated with template "set"',
    });
  });

  test('what a function throws that is no FuncError is a defect, and not dressed as an error of the template', () => {
    const bug: Func = {
      name: 'bug',
      params: [],
      call: () => {
        throw new TypeError('ours');
      },
    };
    const set = new TemplateSet('set', { funcs: new Map([['bug', bug]]), missingKey: 'zero' });
    set.parse('t', '{{ bug }}');
    expect(() => set.execute('t', null)).toThrow(TypeError);
  });
});

describe('limits', () => {
  const forever = '{{ range 1000000000000 }}{{ end }}';
  test.each([
    ['steps', forever, { steps: 1000 }, 'template execution exceeds 1000 steps'],
    ['time', forever, { deadlineMs: 5 }, 'template execution takes longer than 5 ms'],
    ['output', '{{ range 1000000000000 }}text{{ end }}', { outputBytes: 1000 }, 'template output exceeds 1000 bytes'],
    [
      'output',
      '{{ $x := "1234567890" }}{{ range 30 }}{{ $x = print $x $x }}{{ end }}',
      {},
      'the result of a function is longer than 16777216 characters',
    ],
    ['memory', forever, { memoryLeft: () => 0 }, 'template execution takes too much memory'],
    [
      'depth',
      '{{ define "r" }}{{ include "r" . }}{{ end }}{{ include "r" . }}',
      { depth: 50 },
      'template execution nests deeper than 50 templates',
    ],
  ] as const)('%s', (limit, text, limits, message) => {
    expect(thrown(() => run(text, null, limits))).toMatchObject({ constructor: BudgetError, limit, message });
  });

  test("template invoking itself ends at Go's depth", () => {
    expect(() => run('{{ define "r" }}{{ template "r" }}{{ end }}{{ template "r" }}')).toThrow(
      'template: t:1:28: executing "r" at <{{template "r"}}>: exceeded maximum template depth (100000)',
    );
  });

  test.each([
    '{{ include "r" (sub . 1) }}',
    '{{ printf "%s" (include "r" (sub . 1)) }}',
    '{{ $x := include "r" (sub . 1) | print }}{{ $x }}',
  ])('including 10000 deep: %s', call => {
    const text = `{{ define "r" }}{{ if gt . 0 }}{{ range 1 }}{{ with $ }}${call}{{ end }}{{ end }}{{ else }}end{{ end }}{{ end }}{{ include "r" 10000 }}`;
    expect(run(text)).toBe('end');
  });

  test('an error 1000 templates deep', () => {
    const error = thrown(() =>
      run('{{ define "r" }}{{ if . }}{{ include "r" (sub . 1) }}{{ else }}{{ fail "x" }}{{ end }}{{ end }}{{ include "r" 1000 }}'),
    );
    expect((error as Error).message.split('error calling include').length).toBe(1002);
  });

  test.each([
    ['parentheses', `{{ ${'('.repeat(9000)}1${')'.repeat(9000)} }}`],
    ['control structures', '{{ if true }}'.repeat(50000)],
  ])('%s nested too deep', (_, text) => {
    expect(() => run(text)).toThrow('template: t:1: max expression depth exceeded');
  });

  test('a map that holds itself', () => {
    const map = new GoMap();
    map.set('map', map);
    expect(thrown(() => run('{{ . }}', map))).toMatchObject({
      constructor: BudgetError,
      message: 'template data nests too deep or grows too long',
    });
  });

  test('the budget is shared by executions, and depth comes back after an error', () => {
    const set = makeSet({ depth: 3 });
    set.parse('t', '{{ include "u" . }}{{ define "u" }}{{ fail "x" }}{{ end }}');
    for (let i = 0; i < 5; i++) expect(() => set.execute('t', null)).toThrow('error calling fail: x');
  });
});

describe('sets', () => {
  test('a blank body does not replace one that exists', () => {
    const set = makeSet();
    set.parse('t', 'body');
    set.parse('t', ' {{/* only this */}}\n{{ define "d" }}{{ end }}');
    expect(set.execute('t', null)).toBe('body');
    expect(set.has('d')).toBe(true);
  });

  test('parse returns the text itself, blank or not', () => {
    const set = makeSet();
    set.parse('t', 'body');
    expect(set.executeTemplate(set.parse('t', '  '), null)).toBe('  ');
  });

  test('a clone and its origin do not see what the other is given', () => {
    const set = makeSet();
    set.parse('a', 'old');
    const clone = set.clone();
    clone.parse('a', 'new');
    clone.parse('b', '{{ template "a" }}');
    set.parse('c', 'late');
    expect([set.execute('a', null), clone.execute('a', null), clone.execute('b', null)]).toEqual(['old', 'new', 'new']);
    expect([set.has('b'), clone.has('c')]).toEqual([false, false]);
  });

  test('clones of clones, deeper than the layers kept', () => {
    let set = makeSet();
    for (let i = 0; i < 100; i++) {
      set = set.clone();
      set.parse(`t${i}`, `${i}`);
    }
    expect(set.execute('t0', null) + set.execute('t99', null)).toBe('099');
  });

  test('replaced functions are seen by templates parsed before, in the clone alone', () => {
    const set = makeSet();
    set.parse('t', '{{ sub 3 1 }}');
    const clone = set.clone();
    clone.withFuncs(new Map([['sub', { ...sub, call: () => 'replaced' }]]));
    expect([set.execute('t', null), clone.execute('t', null)]).toEqual(['2', 'replaced']);
  });

  test('a text that failed for want of a function parses once there is one', () => {
    const clone = makeSet().clone();
    expect(() => clone.parse('t', '{{ late }}')).toThrow('function "late" not defined');
    clone.withFuncs(new Map([['late', { name: 'late', params: [], call: () => 'here' }]]));
    expect(clone.executeTemplate(clone.parse('t', '{{ late }}'), null)).toBe('here');
  });

  test('prototype keys are plain data', () => {
    const data = new GoMap([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
    expect(run('{{ .__proto__ }}{{ .constructor }}{{ .toString }}{{ index . "hasOwnProperty" }}', data)).toBe('pc<no value><no value>');
    expect(() => run('{{ toString }}')).toThrow('function "toString" not defined');
  });
});

test.each([
  ['{{$x := 1}}{{range .list}}{{if true}}{{$x := 2}}{{if $x}}{{break}}{{end}}{{end}}{{end}}{{$x}}', '1'],
  ['{{$x := 1}}{{range .list}}{{if true}}{{$x := 2}}{{if $x}}{{continue}}{{end}}{{end}}{{end}}{{$x}}', '1'],
  ['{{$x := 1}}{{range $i, $x := .list}}{{$x}}{{with $x := 5}}{{$x}}{{end}}{{$x}}{{else}}{{$x}}{{end}}{{$x}}', '151252x5x1'],
  ['{{$x := 1}}{{range .list}}{{$x = print $x .}}{{$x := 7}}{{end}}{{$x}}', '1 12x'],
  ['{{$x := 1}}{{if $x := false}}{{else}}{{$x}}{{end}}{{$x}}{{if print ($x := 3)}}{{$x}}{{end}}{{$x}}', 'false131'],
  ['{{$x := 1}}{{if print (print ($y := 3))}}{{$x := 2}}{{$x}}{{end}}{{$x}}', '21'],
])('variables of a branch end with it: %s', (text, expected) => {
  expect(run(text, new GoMap([['list', [1n, 2n, 'x']]]))).toBe(expected);
});

test.each([
  ['{{range 5.5}}{{end}}', "<5.5>: range can't iterate over 5.5"],
  ['{{slice (1 | print) (true)}}', '<slice (1 | print) (true)>: error calling slice: cannot index slice/array with type bool'],
  ['{{sub ("x") 1}}', '<"x">: wrong type for value; expected int; got string'],
  ['{{sub 1 (true)}}', '<true>: wrong type for value; expected int; got bool'],
  ['{{sub 1 (1.5)}}', '<1.5>: wrong type for value; expected int; got float64'],
  ['{{sub (and 1 nil) 1}}', '<nil>: invalid value; expected int'],
  ['{{1.5 | sub 1}}', '<1>: wrong type for value; expected int; got float64'],
])('%s fails at %s', (text, expected) => {
  expect((thrown(() => run(text)) as Error).message).toMatch(
    new RegExp(`^template: t:1:\\d+: executing "t" at ${expected.replace(/[()|]/g, '\\$&')}$`),
  );
});
