import { toKebabCase, toPascalCase, toSnakeCase } from './xstrings.js';

test.each<[string, string, string, string]>([
  ['', '', '', ''],
  ['HTTPServer2xx', 'http_server_2xx', 'http-server-2xx', 'Httpserver2xx'],
  ['Bld4Floor3rd', 'bld4_floor_3rd', 'bld4-floor-3rd', 'Bld4Floor3rd'],
  ['HTTP20xOK', 'http_20x_ok', 'http-20x-ok', 'Http20xOK'],
  ['a1B2c3', 'a1_b_2c3', 'a1-b-2c3', 'A1B2c3'],
  ['_complex__case_', '_complex__case_', '-complex--case-', '_Complex_Case_'],
  ['_', '_', '-', '__'],
  ['foo-bar_baz qux', 'foo_bar_baz_qux', 'foo-bar-baz-qux', 'FooBarBazQux'],
  ['été2x', 'été_2x', 'été-2x', 'Été2x'],
  ['日本語Go', '日本語_go', '日本語-go', '日本語Go'],
  ['\udcc3AB', '\ufffdab', '\ufffdab', '\ufffdAB'],
])('%j', (text, snake, kebab, pascal) => {
  expect([toSnakeCase(text), toKebabCase(text), toPascalCase(text)]).toEqual([snake, kebab, pascal]);
});
