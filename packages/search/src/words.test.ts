import { compounds, words } from './words.js';

it.each<[string, string[]]>([
  ['create_issue', ['creat', 'issu']],
  ['createIssue', ['creat', 'issu']],
  ['github:createIssueComment', ['github', 'creat', 'issu', 'comment']],
  ['getHTTPServer2Go', ['get', 'http', 'server2', 'go']],
  ['parseURLs', ['pars', 'url']],
  ['list-all.pull/requests', ['list', 'all', 'pull', 'request']],
  ['repositories', ['repositori']],
  ['repository', ['repositori']],
  ['process status class', ['process', 'status', 'class']],
  ['42 v2', ['42', 'v2']],
  ['Überprüfe Café', ['uberpruf', 'cafe']],
  ['プルリクエスト', ['フル', 'ルリ', 'リク', 'クエ', 'エス', 'スト']],
  ['создать задачу', ['создать', 'задачу']],
  ['', []],
  ['!!! ... ---', []],
  ['\u0000\ud800', []],
])('%j is %j', (text, expected) => {
  expect(words(text, 1_000)).toEqual(expected);
});

it('reads no more than it may', () => {
  expect(words('one two three', 7)).toEqual(['one', 'two']);
  expect(words('a'.repeat(10_000), 10_000)).toEqual(['a'.repeat(40)]);
});

it.each<[string, number]>([
  ['A', 1],
  ['a', 1],
  ['aB', 1_000_001],
  ['ß', 1],
  ['か', 999_999],
  ['1', 1],
  ['_', 0],
  ['A1', 1_000_000],
])('a long run of %j has %d words', (unit, count) => {
  expect(words(unit.repeat(1_000_000), 2_000_000)).toHaveLength(count);
});

it('writes compounds of a sentence as one word', () => {
  expect(compounds('Check off a to-do by e-mail, on-call: list-3-items', 1_000)).toEqual(['todo', 'email', 'oncall']);
});
