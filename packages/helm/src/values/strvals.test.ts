import { GoMap, Sized, type Value } from '@mcpgw/go/values';
import { parseInto, parseIntoFile, parseIntoString, parseJson, parseLiteralInto } from './strvals.js';

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** Plain data, with integers as `int64(n)`. */
function plain(value: Value): Plain {
  if (value instanceof GoMap) return Object.fromEntries(Array.from(value, ([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Sized ? `${value.kind}(${value.value})` : (value as Plain);
}

function fromPlain(value: Plain): Value {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== 'object' || value === null) return value;
  return new GoMap(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]));
}

function parsed(parse: (text: string, target: GoMap) => void, text: string, start: Plain = {}): Plain {
  const target = fromPlain(start) as GoMap;
  parse(text, target);
  return plain(target);
}

/** The message that `run` throws. */
function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

describe('--set', () => {
  test.each<[string, Plain, Plain?]>([
    ['', {}],
    ['a=b', { a: 'b' }],
    ['a=1', { a: 'int64(1)' }],
    ['a=-1', { a: 'int64(-1)' }],
    ['a=+5', { a: 'int64(5)' }],
    ['a=0', { a: 'int64(0)' }],
    ['a=012', { a: '012' }],
    ['a=1.5', { a: '1.5' }],
    ['a=1e3', { a: '1e3' }],
    ['a=9223372036854775807', { a: 'int64(9223372036854775807)' }],
    ['a=9223372036854775808', { a: '9223372036854775808' }],
    ['a=true,b=FALSE,c=Null,d=yes', { a: true, b: false, c: null, d: 'yes' }],
    ['a=', { a: '' }],
    ['a=,b=1', { a: '', b: 'int64(1)' }],
    ['a.b.c=x', { a: { b: { c: 'x' } } }],
    ['a.b=1', { a: { b: 'int64(1)', c: 'kept' } }, { a: { b: 'old', c: 'kept' } }],
    ['a\\.b=x', { 'a.b': 'x' }],
    ['a=b\\,c', { a: 'b,c' }],
    ['a={}', { a: [''] }],
    ['a={x,1,null}', { a: ['x', 'int64(1)', null] }],
    ['a={x},b=1', { a: ['x'], b: 'int64(1)' }],
    ['a[1]=x', { a: [null, 'x'] }],
    ['a[0].b=x,a[0].c=y', { a: [{ b: 'x', c: 'y' }] }],
    ['a[0][1]=x', { a: [[null, 'x']] }],
    ['a[0]={x,y}', { a: [['x', 'y']] }],
    ['a[1]=x', { a: ['0', 'x'] }, { a: ['0'] }],
    ['a[0]', { a: [] }],
    ['a[0', {}],
    ['=x', {}],
    ['__proto__.polluted=1', JSON.parse('{"__proto__":{"polluted":"int64(1)"}}') as Plain],
    ['constructor=x', { constructor: 'x' } as unknown as Plain],
    ['a=ünï', { a: 'ünï' }],
  ])('%s', (text, expected, start = {}) => {
    expect(parsed(parseInto, text, start)).toEqual(expected);
  });

  test.each<[string, string, Plain?]>([
    ['a', 'key "a" has no value'],
    ['a,b=1', 'key "a" has no value (cannot end with ,)'],
    ['a.b', 'key "b" has no value'],
    ['a={x', "list must terminate with '}'"],
    ['a[x]=1', 'error parsing index: strconv.Atoi: parsing "x": invalid syntax'],
    ['a[-1]=1', 'negative -1 index not allowed'],
    ['a[65537]=1', 'index of 65537 is greater than maximum supported index of 65536'],
    ['a[99999999999999999999]=1', 'error parsing index: strconv.Atoi: parsing "99999999999999999999": value out of range'],
    ['a[0]xy=1', "unexpected data at end of array index: ['x' 'y']"],
    ['a.b=1', 'unable to parse key: interface conversion: interface {} is string, not map[string]interface {}', { a: 'text' }],
    ['a[0]=1', 'unable to parse key: interface conversion: interface {} is map[string]interface {}, not []interface {}', { a: {} }],
    ['a.b=1', 'unable to parse key: interface conversion: interface {} is nil, not map[string]interface {}', { a: null }],
    [`${'a.'.repeat(31)}b=1`, 'value name nested level is greater than maximum supported nested level of 30'],
  ])('refuses %s', (text, message, start = {}) => {
    expect(messageOf(() => parsed(parseInto, text, start))).toBe(message);
  });
});

test.each<[string, Plain]>([
  ['a=1,b=true,c={1,null}', { a: '1', b: 'true', c: ['1', 'null'] }],
  ['a[0]=0', { a: ['0'] }],
])('--set-string %s', (text, expected) => {
  expect(parsed(parseIntoString, text)).toEqual(expected);
});

describe('--set-json', () => {
  test.each<[string, Plain]>([
    ['a=1', { a: 1 }],
    ['a=', { a: null }],
    ['a={"x":[1,"},"]} ,b=[true]', { a: { x: [1, '},'] }, b: [true] }],
    ['a[1]="x",a[0]=null', { a: [null, 'x'] }],
    ['a.b="q\\"uote",c=-1.5e2', { a: { b: 'q"uote' }, c: -150 }],
  ])('%s', (text, expected) => {
    expect(parsed(parseJson, text)).toEqual(expected);
  });

  test.each(['a=x', 'a={', 'a=1.', 'a="x', 'a={"b":}', 'a=1e'])('refuses %s', text => {
    expect(() => parsed(parseJson, text)).toThrow();
  });
});

test('--set-file gives the path to the reader', () => {
  const target = new GoMap();
  parseIntoFile('a.b=/x y,c=z', target, path => `<${path}>`);
  expect(plain(target)).toEqual({ a: { b: '</x y>' }, c: '<z>' });
});

test.each<[string, Plain]>([
  ['a=b,c={d}\\', { a: 'b,c={d}\\' }],
  ['a.b[1]=1', { a: { b: [null, '1'] } }],
  ['a=', { a: '' }],
])('--set-literal %s', (text, expected) => {
  expect(parsed(parseLiteralInto, text)).toEqual(expected);
});
