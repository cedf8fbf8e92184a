import { chooseColor, colorChoice } from './color.js';

afterEach(() => chooseColor('auto'));

test.each<[Record<string, string>, string]>([
  [{}, 'auto'],
  [{ NO_COLOR: '' }, 'auto'],
  [{ NO_COLOR: '1' }, 'never'],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, 'never'],
  [{ FORCE_COLOR: '1' }, 'always'],
  [{ FORCE_COLOR: '' }, 'always'],
  [{ FORCE_COLOR: '0' }, 'never'],
  [{ FORCE_COLOR: 'false' }, 'never'],
  [{ CLICOLOR_FORCE: '1' }, 'always'],
  [{ CLICOLOR_FORCE: '0' }, 'never'],
  [{ CLICOLOR_FORCE: '' }, 'auto'],
  [{ CLICOLOR_FORCE: '1', FORCE_COLOR: '0' }, 'never'],
])('%j: %s', (env, choice) => {
  expect(colorChoice(env)).toBe(choice);
});

test('--color comes first', () => {
  chooseColor('never');
  expect(colorChoice({ FORCE_COLOR: '1' })).toBe('never');
  chooseColor('always');
  expect(colorChoice({ NO_COLOR: '1' })).toBe('always');
});
