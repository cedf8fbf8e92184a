import { matchesTemplate } from './uri-template.js';

it.each([
  ['a://b', 'a://b', true],
  ['a://b', 'a://bc', false],
  ['a://{id}', 'a://1', true],
  ['a://{id}/x', 'a://1/x', true],
  ['a://{id}/x', 'a://1/y', false],
  ['a://{x}/m/{y}', 'a://1/m/2', true],
  ['a://{x}/m/{y}', 'a://1/2', false],
  ['a://{+path}', 'a://1/2/3', true],
  ['{a}b', 'xb', true],
  ['ab{x}ba', 'aba', false],
  ['{', '{', true],
])('%s and %s: %s', (template, uri, matches) => expect(matchesTemplate(template, uri)).toBe(matches));

it('takes hostile templates in no time', () => {
  expect(matchesTemplate('{a}a'.repeat(2000), 'a'.repeat(4000))).toBe(true);
  expect(matchesTemplate(`${'{a}a'.repeat(2000)}!`, 'a'.repeat(4000))).toBe(false);
});
