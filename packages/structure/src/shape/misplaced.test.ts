import { parseYaml } from '../yaml/read.js';
import { checkShape } from './check.js';
import { anyText, lazy, list, map, opt, type Shape, struct, union } from './shape.js';

/** The suggestion for each finding of a text. */
function suggested(text: string, shape: Shape): (string | undefined)[] {
  const [root] = parseYaml(text, { file: 'f', dialect: 'go' }).documents;
  return checkShape(root!, shape, { file: 'f', version: '1.2.0', reader: 'it' }).map(({ suggestion }) => suggestion);
}

const text = opt(anyText, 'a text');
const lock = struct('a lock', { key: text, later: { ...text, since: '1.3.0' } });
const room: Shape = struct('a room', {
  door: opt(struct('a door', { lock: opt(lock, 'lock'), handle: text }), 'door'),
  windows: opt(list(struct('a window', { glass: text, latch: text })), 'windows'),
  shelves: opt(map(struct('a shelf', { depth: text, latch: text })), 'shelves'),
  light: opt(union(struct('a lamp', { watt: text, latch: text }), anyText), 'light'),
  inner: opt(
    lazy(() => room),
    'a room in it',
  ),
});
const house = struct('a house', { rooms: opt(list(room), 'rooms'), address: text, roof: opt(struct('a roof', { tiles: text }), 'roof') });

it.each([
  ['one level below', '{rooms: [{handle: x}]}', 'it belongs under rooms[0].door'],
  ['two levels below', '{rooms: [{key: x}]}', 'it belongs under rooms[0].door.lock'],
  ['in the items of a list', '{rooms: [{}, {glass: x}]}', 'it belongs under rooms[1].windows[0]'],
  ['in the values of a mapping', '{rooms: [{depth: x}]}', 'it belongs under rooms[0].shelves.NAME'],
  ['in a variant of a union', '{rooms: [{watt: x}]}', 'it belongs under rooms[0].light'],
  ['one level above', '{rooms: [{door: {windows: []}}]}', 'it belongs under rooms[0]'],
  ['at the top', '{rooms: [{door: {address: x}}]}', 'it belongs at the top level'],
  ['in another branch', '{rooms: [{tiles: x}]}', 'it belongs under roof'],
  ['in three structures of one level', '{rooms: [{latch: x}]}', 'known here: "door", "windows", "shelves", "light" and "inner"'],
  ['in another version', '{rooms: [{later: x}]}', 'known here: "door", "windows", "shelves", "light" and "inner"'],
  ['nowhere', '{rooms: [{color: x}]}', 'known here: "door", "windows", "shelves", "light" and "inner"'],
  ['a key of every object', '{rooms: [{constructor: x}]}', 'known here: "door", "windows", "shelves", "light" and "inner"'],
  ['a near name comes first', '{rooms: [{door: {lock: {kay: x}}}]}', 'did you mean "key"?'],
])('a field that belongs %s', (_, written, suggestion) => {
  expect(suggested(written, house)).toEqual([suggestion]);
});
