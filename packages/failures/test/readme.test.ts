/** The program of README.md is the one that the compiler checks and that runs here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from './example.js';

test('README.md shows it', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(__dirname, 'example.ts'), 'utf8'));
});

const request = (params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

test('it answers with the result, and with a failure that says what is wrong', async () => {
  expect(JSON.parse(await answer(request({ name: 'double', arguments: { number: 21 } })))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '42' }] },
  });
  expect(JSON.parse(await answer(request({ name: 'double', arguments: {} })))).toMatchObject({
    result: { isError: true, content: [{ text: "Tool 'double' validation failed: 'number' must be a number" }] },
  });
  expect(JSON.parse(await answer(request({ arguments: {} })))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32602,
      message: "Invalid params: 'name' is missing",
      data: { failure_mode: 'invalid_params', failure_category: 'contract_violation' },
    },
  });
  expect(JSON.parse(await answer('{'))).toMatchObject({ id: null, error: { code: -32700, message: 'Invalid JSON' } });
});
