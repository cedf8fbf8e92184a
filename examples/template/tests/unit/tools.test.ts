/** The tools in memory: no network, a data folder for each test. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { connectInMemory, createMcpServer, type TemporaryData, type TestClient, temporaryData } from '@mcpgw/kit';
import { addTools } from '../../tools.js';

let data: TemporaryData;
let client: TestClient;
beforeEach(async () => {
  data = await temporaryData();
  client = await connectInMemory(addTools(createMcpServer('template', data)));
});
afterEach(async () => {
  await client.close();
  await data.remove();
});

test('a file is written and read', async () => {
  assert.deepEqual(await client.call('write_file', { path: '/workspace/a.txt', content: 'a' }), {
    text: 'Written 1 bytes to /workspace/a.txt',
    isError: false,
  });
  assert.deepEqual(await client.call('read_file', { path: '/workspace/a.txt' }), { text: 'a', isError: false });
});

for (const path of ['/etc/passwd', '/workspace/../a', '../../a', '/workspace/none.txt']) {
  test(`${path} is refused, and no path of this machine is shown`, async () => {
    const { text, isError } = await client.call('read_file', { path });
    assert.equal(isError, true);
    assert.doesNotMatch(text, /^\[FATAL\]/);
    assert.ok(!text.includes(data.dataDir));
  });
}

test('an empty query can be fixed, an archive that is down cannot', async () => {
  assert.deepEqual(await client.call('search_records', { query: ' ' }), {
    text: 'Query cannot be empty -- provide a search term',
    isError: true,
  });
  assert.deepEqual(await client.call('search_records', { query: 'x', source: 'archive' }), {
    text: '[FATAL] The archive database cannot be reached',
    isError: true,
  });
});

test('a large answer is cut, and whole in the workspace', async () => {
  const { text } = await client.call('search_records', { query: 'customer' });
  const [, path = ''] = /^Results saved to (\S+) /.exec(text) ?? [];
  assert.match(path, /^\/workspace\/results\/result_[0-9a-f]{8}\.json$/);
  assert.ok(text.length < 10_000);
});

test('no tool connects once private data has entered', async () => {
  assert.equal((await client.call('check_status')).isError, false);
  await client.call('load_sensitive_dataset', { name: 'customers' });
  assert.deepEqual(await client.call('check_status'), {
    text: "Tool 'check_status' blocked: session contains private data",
    isError: true,
  });
});
