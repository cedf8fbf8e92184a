import {
  applyEdits,
  codeFrame,
  type Finding,
  formatPath,
  LineIndex,
  makeReport,
  nearest,
  onlyNear,
  Sources,
  sortFindings,
  uniqueEdits,
} from './index.js';

describe('LineIndex', () => {
  const index = new LineIndex('ab\r\ncd\re\n\nf');
  it.each([
    [0, 1, 1],
    [3, 1, 4],
    [4, 2, 1],
    [7, 3, 1],
    [9, 4, 1],
    [10, 5, 1],
    [11, 5, 2],
    [-5, 1, 1],
    [99, 5, 2],
  ])('offset %i is line %i, column %i', (offset, line, column) => {
    expect(index.position(offset)).toEqual({ line, column });
  });
  it('gives lines without their ends', () => {
    expect([1, 2, 3, 4, 5, 6].map(line => index.line(line))).toEqual(['ab', 'cd', 'e', '', 'f', '']);
  });
});

describe('codeFrame', () => {
  it('keeps tabs in the caret line', () => {
    expect(codeFrame(new LineIndex('a:\n\tb: 1\n'), { start: 4, end: 5 })).toBe('1 | a:\n2 | \tb: 1\n  | \t^');
  });
  it('never draws past the end of the line', () => {
    expect(codeFrame(new LineIndex('abc\ndef'), { start: 1, end: 7 })).toBe('1 | abc\n  |  ^^');
  });
  it('cuts a long line around the caret', () => {
    const frame = codeFrame(new LineIndex(`${'x'.repeat(5000)}Y${'x'.repeat(5000)}`), { start: 5000, end: 5001 });
    expect(frame.split('\n').map(line => line.length)).toEqual([124, 65]);
    expect(frame.split('\n')[0]![frame.split('\n')[1]!.indexOf('^')]).toBe('Y');
  });
  it('shows control characters as a stand-in', () => {
    expect(codeFrame(new LineIndex('a\u001b[31mb'), { start: 0, end: 1 })).toBe('1 | a\ufffd[31mb\n  | ^');
  });
});

test('onlyNear: a name that may mean two others means none', () => {
  const candidates = ['maxLength', 'minLength', 'pattern'];
  expect([onlyNear('patern', candidates), onlyNear('mxLength', candidates), onlyNear('zzz', candidates)]).toEqual([
    'pattern',
    undefined,
    undefined,
  ]);
});

test('uniqueEdits: the same edit is made once', () => {
  const edit = { span: { start: 0, end: 0 }, text: 'x' };
  expect(applyEdits('a', uniqueEdits([edit, { ...edit }])).text).toBe('xa');
});

describe('nearest', () => {
  it.each([
    ['requesttimeout', 'requestTimeout'],
    ['request_timeout', 'requestTimeout'],
    ['locaton', 'location'],
    ['hots', 'host'],
    ['zzz', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('%s means %s', (name, expected) => {
    expect(nearest(name, ['requestTimeout', 'location', 'host', 'port'])).toBe(expected);
  });
  it('stays fast on a very long name', () => {
    expect(nearest('a'.repeat(1_000_000), ['host'])).toBeUndefined();
  });
});

describe('formatPath', () => {
  it.each<[(string | number)[], string]>([
    [[], ''],
    [['binds', 0, 'listeners', 1, 'name'], 'binds[0].listeners[1].name'],
    [['headers', 'x y'], 'headers["x y"]'],
    [[0, 'a'], '[0].a'],
    [['a.b', ''], '["a.b"][""]'],
  ])('%j is %s', (path, expected) => {
    expect(formatPath(path)).toBe(expected);
  });
});

const finding = (rule: Finding['rule'], start: number, severity: Finding['severity'] = 'error'): Finding => ({
  rule,
  severity,
  message: 'm',
  file: 'f',
  span: { start, end: start + 1 },
});

describe('reports', () => {
  it('sorts by place, severity, rule, and says nothing twice', () => {
    const sorted = sortFindings([
      finding('bad-value', 4),
      finding('alias-bomb', 4, 'warning'),
      finding('zero-weight', 0),
      finding('bad-value', 4),
    ]);
    expect(sorted.map(found => `${found.rule}${found.span?.start}`)).toEqual(['zero-weight0', 'bad-value4', 'alias-bomb4']);
  });
  it('counts per file and locates', () => {
    const sources = new Sources();
    sources.add('f', 'a\nbc\n');
    const report = makeReport([{ file: 'f', kind: 'k' }], [finding('alias-bomb', 3), finding('bad-value', 0, 'warning')], sources);
    expect(report.files).toEqual([{ file: 'f', kind: 'k', errors: 1, warnings: 1 }]);
    expect(report.findings.map(found => sources.locate(found).start)).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 2 },
    ]);
  });
});

describe('applyEdits', () => {
  it('applies in order of place and leaves overlaps out', () => {
    const edits = [
      { span: { start: 4, end: 5 }, text: 'X' },
      { span: { start: 0, end: 2 }, text: '' },
      { span: { start: 1, end: 3 }, text: 'no' },
      { span: { start: 5, end: 99 }, text: 'no' },
    ];
    expect(applyEdits('abcdef', edits)).toEqual({ text: 'cdXf', applied: 2 });
  });
});
