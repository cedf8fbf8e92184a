import { headerArgumentsFault } from './header-arguments.js';

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });

const noName = 'has an x-mcp-header that no header can be named';
const noType = 'has x-mcp-header at an argument that is not a string, integer or boolean';
const noPlace = 'has x-mcp-header where no argument is';
const twice = 'has the same x-mcp-header twice';

test.each<[string, unknown, string | undefined]>([
  ['none', schema({ a: { type: 'string' } }), undefined],
  ['one of each type', schema({ a: header('A'), b: header('B', 'integer'), c: header('C', 'boolean') }), undefined],
  ['one below another argument', schema({ a: { type: 'object', properties: { b: header('B') } } }), undefined],
  ['an argument of that name', schema({ 'x-mcp-header': { type: 'string' } }), undefined],
  ['data that looks like one', schema({ a: { type: 'object', default: header('a b') } }), undefined],
  ['an empty name', schema({ a: header('') }), noName],
  ['a name with a space', schema({ a: header('a b') }), noName],
  ['a name with a colon', schema({ a: header('a:b') }), noName],
  ['a name with a line end', schema({ a: header('a\r\nb') }), noName],
  ['a name beyond ASCII', schema({ a: header('ä') }), noName],
  ['a name that is not a text', schema({ a: header({}) }), noName],
  ['a number', schema({ a: header('A', 'number') }), noType],
  ['an object', schema({ a: header('A', 'object') }), noType],
  ['several types', schema({ a: header('A', ['string', 'null']) }), noType],
  ['no type', schema({ a: { 'x-mcp-header': 'A' } }), noType],
  ['the same name', schema({ a: header('A'), b: header('a') }), twice],
  ['one below items', schema({ a: { type: 'array', items: header('A') } }), noPlace],
  ['one below anyOf', schema({}, { anyOf: [{ properties: { a: header('A') } }] }), noPlace],
  ['one below $defs', schema({}, { $defs: { a: header('A') } }), noPlace],
])('%s', (_what, inputSchema, fault) => {
  expect(headerArgumentsFault(inputSchema)).toBe(fault);
});
