import { PassThrough } from 'node:stream';
import { readBody } from './body.js';

test('a body of single bytes is read as it is', async () => {
  const request = Object.assign(new PassThrough(), { headers: {} });
  const body = readBody(request as never, 100_000);
  for (let i = 0; i < 20_000; i++) request.write(Buffer.from([i % 251]));
  request.end();
  expect((await body)?.equals(Buffer.from(Array.from({ length: 20_000 }, (_, i) => i % 251)))).toBe(true);
});
