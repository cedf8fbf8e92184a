import { withoutEnd, withoutEnds } from './text-ends.js';

it('cuts the characters of the set, and no others', () => {
  expect(withoutEnd('/a//b///', '/')).toBe('/a//b');
  expect(withoutEnds('-.a-.b.-', '-.')).toBe('a-.b');
  expect([withoutEnd('///', '/'), withoutEnds('', '/')]).toEqual(['', '']);
});
