import { type CelWorld, fails, judgeCel, no, yes } from './judge.js';
import { celTree, celUses } from './reads.js';

const world: CelWorld = {
  typeOf: path => ({ 'r.path': 'string', 'r.code': 'number', 'r.ok': 'bool' })[path.join('.')] as 'string' | 'number' | 'bool' | undefined,
  resultOf: name => ({ size: 'number', lowerAscii: 'string', has: 'bool' })[name] as 'string' | 'number' | 'bool' | undefined,
  excludes: (path, _test, text) => (path.join('.') === 'r.path' && !text.startsWith('/') ? `never "${text}"` : undefined),
  range: path => (path.join('.') === 'r.code' ? [100, 599] : undefined),
  broken: node => node.type === 'name' && node.name === 'nosuch',
};
const any = yes | no | fails;
const judge = (text: string) => judgeCel(celTree(text)!, world);

describe('the outcomes that are possible', () => {
  it.each([
    ['true', yes],
    ['!true', no],
    ['"true"', fails],
    ['1', fails],
    ['x', any],
    ['r.ok', any],
    ['r.path', fails],
    ['nosuch', fails],
    ['nosuch || true', yes],
    ['nosuch && true', fails],
    ['nosuch && x', no | fails],
    ['x || true', yes],
    ['x && false', no],
    ['true ? x : false', any],
    ['false ? x : false', no],
    ['[]', fails],
    ['[].exists(i, i == 1)', no],
    ['[].all(i, i == 1)', yes],
    ['has(r.path)', any],
    ['size(r.path)', fails],
    ['r.code == "200"', no | fails],
    ['r.code != "200"', yes | fails],
    ['r.path > 5', fails],
    ['r.path == "a"', no | fails],
    ['r.path == "/a"', any],
    ['"a" == r.path', no | fails],
    ['r.path in ["a", "b"]', no | fails],
    ['r.path in ["a", "/b"]', any],
    ['x in []', no | fails],
    ['r.code >= 100', yes | fails],
    ['r.code > 599', no | fails],
    ['600 <= r.code', no | fails],
    ['r.code == 200', any],
    ['size(x) < 0', no | fails],
    ['x.lowerAscii() == "A"', no | fails],
    ['x == x', yes | fails],
    ['x != x', no | fails],
    ['x == "a" && x == "b"', no | fails],
    ['x == "a" || x == "b"', any],
    ['x != "a" || x != "b"', yes | fails],
    ['x != "a" && x != "b"', any],
    ['!(x == "a") || !(x == "b")', yes | fails],
    ['x == "a" && y && x == "b"', no | fails],
    ['x == "a" && x == "a"', any],
  ])('%s', (text, outcomes) => {
    expect(judge(text).outcomes).toBe(outcomes);
  });
});

it.each([
  ['r.path in ["a", "/b"]', ['never "a"']],
  ['x.exists(i, r.path == "a")', ['never "a"']],
  ['r.code == "200" ? "a" : "b"', ['r.code is a number and "200" is a string: they are never equal']],
  ['r.path > 5', ['r.path is a string and 5 is a number: they cannot be compared']],
  ['r.path == "/a" && r.code == 200', []],
])('%s has the constant comparisons %j', (text, messages) => {
  expect(judge(text).constants.map(({ message }) => message)).toEqual(messages);
});

describe('what an expression reads and calls', () => {
  const uses = (text: string) => celUses(celTree(text)!, new Set(['base64']));
  it.each([
    ['a.b["c"].d', ['a.b.c.d']],
    ['a[b]', ['a', 'b']],
    ['xs.exists(x, x.y == z)', ['xs', 'z']],
    ['x.with(v, v + w)', ['x', 'w']],
    ['{"k": a}.merge(b)', ['a', 'b']],
    ['base64.encode(a)', ['a']],
    ['[a, {"k": b}]', ['a', 'b']],
  ])('%s reads %j', (text, paths) => {
    expect(uses(text).reads.map(({ path }) => path.join('.'))).toEqual(paths);
  });

  it.each([
    ['a.b == "x"', [false]],
    ['has(a.b)', [true]],
    ['default(a.b, c)', [true, false]],
    ['coalesce(a.b, c)', [true, true]],
    ['a.?b', [true]],
    ['a == null', [true]],
    ['has(a.b) && a.b == "x"', [true, false]],
  ])('of the reads of %s the guarded ones are %j', (text, guarded) => {
    expect(uses(text).reads.map(read => read.guarded)).toEqual(guarded);
  });

  it('marks the parts of a subtraction, which a header with "-" looks like', () => {
    expect(uses('request.headers.x-user').reads.map(({ path, dashed }) => [path.join('.'), dashed])).toEqual([
      ['request.headers.x', true],
      ['user', true],
    ]);
  });

  it('names qualified functions, functions and methods', () => {
    expect(uses('base64.encode(size(a.b())) ').calls.map(({ name, method }) => [name, method])).toEqual([
      ['base64.encode', false],
      ['size', false],
      ['b', true],
    ]);
  });
});

it('does not analyze what is very long', () => {
  expect(celTree(`a${' || a'.repeat(1000)}`)).toBeUndefined();
  expect(judge(`a${' || a'.repeat(800)}`).outcomes).toBe(any);
});
