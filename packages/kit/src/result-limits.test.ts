import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { z } from 'zod';
import { contextResult } from './context.js';
import { ToolFatalError, ToolRetryError } from './errors.js';
import { READ, toolPermission } from './permissions.js';
import { maxBinaryLength, withinLimits } from './result-limits.js';
import { createMcpServer } from './server.js';
import { runInSession, type Session } from './session.js';
import { connectInMemory, type TemporaryData, temporaryData } from './testing.js';
import type { ToolHandler, ToolResult } from './tool.js';

jest.setTimeout(60_000);

const long = 'x'.repeat(1_000_000);
const text = (value: string) => ({ type: 'text' as const, text: value });

let data: TemporaryData;
beforeEach(async () => {
  data = await temporaryData();
});
afterEach(() => data.remove());

const resultsFolder = () => join(data.dataDir, 'workspaces/alice/s1/results');
const savedFiles = () => readdirSync(resultsFolder()).map(name => readFileSync(join(resultsFolder(), name), 'utf8'));

/** What a client gets of a tool whose author wrapped it in nothing but its permission. */
async function callTool(handler: ToolHandler<object>, definition: { outputSchema?: z.ZodObject } = {}): Promise<CallToolResult> {
  const server = createMcpServer('test', { dataDir: data.dataDir, onError: () => {} }).tool(
    'big',
    definition,
    toolPermission(READ)(handler),
  );
  const { client } = await connectInMemory(server, { userId: 'alice', sessionId: 's1' });
  const result = await client.callTool({ name: 'big' });
  await server.close();
  return result as CallToolResult;
}

/** Ways in which a result can be large; each with a text that the agent must read in the answer. */
const large: Record<string, [ToolResult, RegExp]> = {
  'a string': [long, /^Results saved to \/workspace\/results\/result_[0-9a-f]{8}\.txt \(1000000 chars\)\n\nPreview:\nxxx/],
  'a text block': [{ content: [text(long)] }, /^Results saved to .* \(1000000 chars\)/],
  'many blocks below the threshold': [
    { content: Array.from({ length: 200 }, (_, index) => text(`${index}`.padEnd(4999, 'x'))) },
    /^Results saved to .*\.txt \(999999 chars\)\n\nPreview:\n0x/,
  ],
  'many empty blocks': [
    { content: Array.from({ length: 20_000 }, () => text('')) },
    /more content blocks \(\d+ chars\) saved to \/workspace\/results/,
  ],
  'the text of an embedded resource': [
    { content: [{ type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: long } }] },
    /^Resource file:\/\/\/a\.txt: Results saved to .* \(1000000 chars\)/,
  ],
  'structured content': [{ content: [], structuredContent: { rows: [long] } }, /^Results saved to .*\.json \(1000013 chars\)/],
  'structured content with its text': [
    { content: [text(JSON.stringify({ rows: [long] }))], structuredContent: { rows: [long] } },
    /^Results saved to .*\.json \(1000013 chars\)/,
  ],
  'a link with a long description': [
    { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', description: long }] },
    /^Results saved to .*\.json \(\d+ chars\)/,
  ],
  'many links': [
    { content: Array.from({ length: 2000 }, (_, index) => ({ type: 'resource_link' as const, uri: `file:///${index}`, name: 'x' })) },
    /more content blocks \(\d+ chars\) saved to .*\.json/,
  ],
  '_meta of a block': [{ content: [{ ...text('short'), _meta: { data: long } }] }, /^Results saved to/],
  '_meta of the result': [{ content: [text('short')], _meta: { 'example.com/all': long } }, /^The result's _meta \(\d+ chars\) saved to /],
  'an image': [
    { content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(6_000_000).toString('base64') }] },
    /^image \(8000000 chars of base64\) is more than the 6990506 that are left of the result's limit\. Saved to \/workspace\/results\/result_[0-9a-f]{8}\.png$/,
  ],
  'an embedded binary resource': [
    { content: [{ type: 'resource', resource: { uri: 'file:///a.bin', blob: Buffer.alloc(6_000_000).toString('base64') } }] },
    /^Resource file:\/\/\/a\.bin: binary data \(8000000 chars of base64\) is more than the .* Saved to .*\.bin$/,
  ],
  'an error that the author returns': [
    { isError: true, content: [text(`no such table${long}`)] },
    /^no such tablex+\n\.\.\.\nx+\n\nSaved to \/workspace\/results\/result_[0-9a-f]{8}\.txt \(1000013 chars\)$/,
  ],
};

test.each(Object.entries(large))('%s does not reach the agent whole', async (_name, [result, expected]) => {
  const answer = await callTool(() => result);
  expect(answer.content.map(block => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n')).toMatch(expected);
  expect(JSON.stringify(answer).length).toBeLessThan(11_000);
  expect(savedFiles().length).toBeGreaterThan(0);
});

test('what is cut is whole in the workspace', async () => {
  await callTool(() => ({ content: [], structuredContent: { rows: [long] } }));
  expect(savedFiles()).toEqual([JSON.stringify({ rows: [long] })]);
});

test('binary data counts together', async () => {
  const image = { type: 'image' as const, mimeType: 'image/svg+xml', data: Buffer.alloc(3_000_000).toString('base64') };
  const answer = await callTool(() => ({ content: [image, image] }));
  expect(answer.content[0]).toEqual(image);
  expect(answer.content[1]).toEqual(
    text(expect.stringMatching(/^image \(4000000 chars of base64\) is more than the 2990506 that .* Saved to .*\.bin$/) as never),
  );
});

test('blocks that do not fit are one file', async () => {
  const blocks = Array.from({ length: 4 }, (_, index) => text(`${index}`.repeat(2000)));
  const answer = await callTool(() => ({ content: blocks }));
  expect(answer.content.slice(0, 2)).toEqual(blocks.slice(0, 2));
  expect(answer.content.slice(2)).toEqual([
    text(expect.stringMatching(/^2 more content blocks \(4001 chars\) saved to .*\.txt$/) as never),
  ]);
  expect(savedFiles()).toEqual([`${'2'.repeat(2000)}\n${'3'.repeat(2000)}`]);
});

test('a result within the limits is untouched', async () => {
  const result: CallToolResult = {
    content: [
      text('x'.repeat(4000)),
      { type: 'image', mimeType: 'image/png', data: 'A'.repeat(100_000) },
      { type: 'resource', resource: { uri: 'file:///a', text: 'short' } },
    ],
    structuredContent: { rows: ['x'.repeat(4000)] },
    _meta: { 'example.com/count': 1 },
  };
  expect(await callTool(() => result)).toEqual(result);
  expect(await callTool(() => 'x'.repeat(5000))).toEqual({ content: [text('x'.repeat(5000))] });
});

test('with an output schema a result that is too long is an error that says so', async () => {
  const outputSchema = z.object({ rows: z.array(z.string()) });
  const answer = await callTool(() => ({ content: [], structuredContent: { rows: [long] } }), { outputSchema });
  expect(answer.isError).toBe(true);
  expect(answer.structuredContent).toBeUndefined();
  expect(answer.content).toEqual([
    text(
      expect.stringMatching(
        /^The structured result of tool 'big' has 1000013 characters and the limit is 5000, so it was not sent\. Ask for less\.\n\nResults saved to /,
      ) as never,
    ),
  ]);
});

test.each([
  [
    'a fatal error',
    new ToolFatalError(`the database is down ${'\n'.repeat(40)}${'y'.repeat(900)}${'\nline'.repeat(9)}${long}`),
    /^\[FATAL\] the database/,
  ],
  ['an error to retry', new ToolRetryError(Array.from({ length: 50 }, () => 'y'.repeat(990)).join('\n')), /^y+/],
])('%s keeps its beginning', async (_name, error, expected) => {
  const answer = await callTool(() => {
    throw error;
  });
  expect(answer.isError).toBe(true);
  expect((answer.content[0] as { text: string }).text).toMatch(expected);
  expect(JSON.stringify(answer).length).toBeLessThan(6000);
});

test('contextResult may allow more, also in a connector that the tool calls', async () => {
  const read = contextResult('log_search')(() => 'x'.repeat(9999));
  expect(await callTool(async () => await read())).toEqual({ content: [text('x'.repeat(9999))] });
  expect((await callTool(() => 'x'.repeat(9999))).content).toEqual([text(expect.stringContaining('Results saved to') as never)]);
  const everything = contextResult({ threshold: 2_000_000 })(() => long);
  expect(await callTool(everything)).toEqual({ content: [text(long)] });
});

test('what an author asked not to save is not saved', async () => {
  const produce = contextResult('default', { save: false })(() => ({ content: Array.from({ length: 9 }, () => text('x'.repeat(4000))) }));
  const answer = await callTool(produce);
  expect(answer.content.at(-1)).toEqual(text('8 more content blocks (32007 chars) left out: the result is too long.'));
  expect(() => readdirSync(resultsFolder())).toThrow('ENOENT');
});

test('any result is within the limits afterwards, and a short one is as it was', async () => {
  const session = (): Session => ({
    userId: 'alice',
    sessionId: 's1',
    workspaceDir: join(data.dataDir, 'workspaces'),
    store: undefined as never,
  });
  const size = fc.constantFrom(0, 1, 20, 300, 1999, 2001, 4999, 5000, 5001, 20_000);
  const word = size.map(length => 'w'.repeat(length));
  const block = fc.oneof(
    word.map(text),
    word.map(data => ({ type: 'image' as const, mimeType: 'image/png', data })),
    fc.record({ type: fc.constant('resource' as const), resource: fc.record({ uri: word, text: word }) }),
    fc.record({ type: fc.constant('resource_link' as const), uri: word, name: word, description: word }),
    fc.record({ type: fc.constant('text' as const), text: word, _meta: fc.record({ data: word }) }),
  );
  const results = fc.record(
    {
      content: fc.array(block, { maxLength: 30 }),
      structuredContent: fc.record({ a: word, b: fc.array(word, { maxLength: 3 }) }),
      isError: fc.boolean(),
      _meta: fc.record({ data: word }),
    },
    { requiredKeys: ['content'] },
  );
  await fc.assert(
    fc.asyncProperty(results, fc.boolean(), async (result, hasOutputSchema) => {
      const limited = await runInSession(session(), () => withinLimits(result, 'big', hasOutputSchema));
      const images = limited.content.reduce((sum, block) => sum + (block.type === 'image' ? block.data.length : 0), 0);
      // Content, structured content and other members have the limit of 5,000 each; JSON adds quotes and names.
      expect(JSON.stringify(limited).length - images).toBeLessThanOrEqual(3 * 5000 + 2500);
      expect(images).toBeLessThanOrEqual(maxBinaryLength);
      if (JSON.stringify(result).length <= 5000) expect(limited).toEqual(result);
    }),
    { numRuns: 300 },
  );
});
