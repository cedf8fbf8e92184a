import { celImplies } from './implies.js';
import { celTree } from './reads.js';

const tree = (text: string) => celTree(text)!;

it.each<[narrow: string, wide: string]>([
  ['a.b == "x"', 'a.b=="x"'],
  ["a.b == 'x'", 'a["b"] == "x"'],
  ['a.b == "x" && c', 'c'],
  ['a.b == "x" && c', 'c && a.b == "x"'],
  ['a.b == "x" && c', 'c || d'],
  ['c && d', 'c || e'],
  ['a == "x" || a == "y"', 'a in ["x", "y", "z"]'],
  ['a == "x"', 'a in ["x", "y"]'],
  ['a in ["x", "y"]', 'a in ["y", "x", "z"]'],
  ['a == "/v1/b"', 'a.startsWith("/v1")'],
  ['a.startsWith("/v1/b")', 'a.startsWith("/v1")'],
  ['a.startsWith("/v1/b")', 'a.contains("v1")'],
  ['a.endsWith(".css")', 'a.endsWith("css")'],
  ['a == "x"', 'a != "y"'],
  ['a.startsWith("/b")', 'a != "/c"'],
  ['"x" == a', 'a != "y"'],
  ['request.headers["x-a"] == "1"', '"x-a" in request.headers'],
  ['jwt.sub == "a"', 'has(jwt.sub)'],
  ['n in [7, 9]', 'n > 5'],
  ['n == 502 && b', 'n in [502, 503]'],
  ['n > 5', 'n > 3'],
  ['n > 5', 'n >= 5'],
  ['n >= 6', 'n > 5'],
  ['5 < n', 'n != 5 || n > 3'],
  ['n == 7', 'n >= 7'],
  ['n < 3', 'n <= 3'],
  ['f(a) > 1 && b', 'f(a) > 1'],
])('%s is only true where %s is', (narrow, wide) => {
  expect(celImplies(tree(narrow), tree(wide))).toBe(true);
});

it.each<[narrow: string, wide: string]>([
  ['a == "x"', 'b == "x"'],
  ['c', 'c && d'],
  ['c || d', 'c'],
  ['a.startsWith("/v1")', 'a.startsWith("/v1/b")'],
  ['a.startsWith("/v1")', 'a == "/v1"'],
  ['a.startsWith("/v1")', 'a != "/v1/b"'],
  ['a.contains("x")', 'a.startsWith("x")'],
  ['a in ["x", "y"]', 'a == "x"'],
  ['a != "x"', 'a == "y"'],
  ['a.b != "x"', 'has(a.b)'],
  ['"x-a" in request.headers', 'request.headers["x-a"] == "1"'],
  ['n > 3', 'n > 5'],
  ['n >= 5', 'n > 5'],
  ['n <= 3', 'n < 3'],
  ['n > 5', 'n < 9'],
  ['n != 5', 'n == 4'],
  ['!a', 'a'],
  ['f(a)', 'f(b)'],
  ['a.f("x")', 'f("x")'],
])('%s may be true where %s is not', (narrow, wide) => {
  expect(celImplies(tree(narrow), tree(wide))).toBe(false);
});

it('two long conditions take bounded time', () => {
  const long = Array.from({ length: 60 }, (_, index) => `a${index} == "x"`);
  expect(celImplies(tree(long.join(' && ')), tree(long.map(each => each.replace('x', 'y')).join(' || ')))).toBe(false);
});
