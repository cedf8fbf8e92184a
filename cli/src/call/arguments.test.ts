import type { JsonMap } from '../json.js';
import { argumentsOf } from './arguments.js';

const schema = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  $defs: { Level: { enum: [1, 2, 3] } },
  properties: {
    title: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    draft: { type: 'boolean' },
    labels: { type: 'array', items: { type: 'string' } },
    ids: { type: 'array', items: { type: 'integer' } },
    options: { type: 'object', properties: { deep: { type: 'object', properties: { n: { type: 'number' } } }, mode: { type: 'string' } } },
    level: { $ref: '#/$defs/Level' },
    limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    either: { type: ['string', 'number'] },
    any: {},
    'a.b': { type: 'string' },
  },
};
const of = (...words: string[]) => {
  try {
    const { title, ...rest } = argumentsOf(['title=x', ...words], {}, schema);
    return rest;
  } catch (error) {
    return (error as Error).message;
  }
};

it.each<[string[], unknown]>([
  [[], {}],
  [['count=5'], { count: 5 }],
  [['count=5.5'], '--arg count: "5.5" is not an integer'],
  [['count='], '--arg count: "" is not an integer'],
  [['count=9007199254740993'], expect.stringMatching(/^a number above 9007199254740991 cannot be sent/)],
  [['ratio=-1e3'], { ratio: -1000 }],
  [['draft=true'], { draft: true }],
  [['draft=yes'], '--arg draft: "yes" is not a boolean'],
  [['labels=a', 'labels=b,c'], { labels: ['a', 'b,c'] }],
  [['labels=["a","b"]'], { labels: ['a', 'b'] }],
  [['labels=1'], { labels: ['1'] }],
  [['ids=1', 'ids=2'], { ids: [1, 2] }],
  [['ids=x'], '--arg ids: "x" is not an integer'],
  [['options={"mode":"fast"}'], { options: { mode: 'fast' } }],
  [['options.mode=fast', 'options.deep.n=2'], { options: { mode: 'fast', deep: { n: 2 } } }],
  [['options=x'], '--arg options: "x" is not an object as JSON'],
  [['options={}', 'options.mode=x'], { options: { mode: 'x' } }],
  [['level=2'], { level: 2 }],
  [['limit=null'], { limit: null }],
  [['limit=x'], '--arg limit: "x" is not an integer or null'],
  [['either=5'], { either: 5 }],
  [['either=true'], { either: 'true' }],
  [['any={"x":1}', 'a.b=1'], { any: { x: 1 }, 'a.b': '1' }],
  [['any=text'], { any: 'text' }],
  [['cuont=1'], expect.stringMatching(/^the tool has no argument "cuont"; did you mean count\? It has: title, count,/)],
  [['zzzzzz=1'], expect.stringMatching(/^the tool has no argument "zzzzzz"/)],
  [['count'], '--arg expects NAME=VALUE, not "count"'],
  [['=1'], '--arg expects NAME=VALUE, not "=1"'],
  [['count=1', 'count=2'], '--arg count is given 2 times, and is not an array'],
])('%j', (words, expected) => {
  expect(of(...words)).toEqual(expected);
});

it('a string stays as it is, whatever it looks like', () => {
  for (const text of ['5', 'true', '{"a":1}', '', 'a=b', ' x ', '12345678901234567890'])
    expect(argumentsOf([`title=${text}`], {}, schema)).toEqual({ title: text });
});

it('arguments that are missing are named; those of JSON count', () => {
  expect(() => argumentsOf([], {}, schema)).toThrow('the tool needs --arg title=...');
  expect(argumentsOf(['count=1'], { title: 'x' }, schema)).toEqual({ title: 'x', count: 1 });
  expect(() => argumentsOf(['title=y'], { title: 'x' }, schema)).toThrow('--arg title is given in two ways');
});

it('an open schema takes names that it does not have; __proto__ is data', () => {
  const open = { type: 'object', properties: { known: { type: 'string' } } };
  expect(argumentsOf(['other=1'], {}, open)).toEqual({ other: 1 });
  const args = argumentsOf(['__proto__=x'], {}, open) as JsonMap;
  expect(Object.keys(args)).toEqual(['__proto__']);
  expect(() => argumentsOf(['knwon=1'], {}, open)).toThrow('did you mean known?');
});

it('references that lead in a circle or nowhere end', () => {
  const circle = { properties: { a: { $ref: '#/properties/a' }, b: { $ref: 'https://example.com/x' }, c: { $ref: '#/%E0' } } };
  expect(argumentsOf(['a=1', 'b=x', 'c=y'], {}, circle)).toEqual({ a: 1, b: 'x', c: 'y' });
});
