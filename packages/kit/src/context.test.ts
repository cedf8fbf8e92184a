import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '@mcpgw/store';
import { rootMissing, testUnless } from '../../../test/helpers/needs.js';
import { contextResult } from './context.js';
import { declaredOf, READ, toolPermission } from './permissions.js';
import { runInSession, type Session } from './session.js';
import { type TemporaryData, temporaryData } from './testing.js';
import { sessionFolder } from './workspace-walk.js';

jest.setTimeout(60_000);

let data: TemporaryData;
let session: Session;
beforeEach(async () => {
  data = await temporaryData();
  const workspaceDir = join(data.dataDir, 'workspaces');
  session = { userId: 'alice', sessionId: 's1', workspaceDir, store: fileStore(join(data.dataDir, 'state')) };
});
afterEach(() => data.remove());

const inSession = <T>(work: () => T) => runInSession(session, work);
const saved = () => readdirSync(join(sessionFolder(session), 'results'));

test.each([
  ['default', 5000],
  ['sql_query', 2000],
  ['log_search', 10_000],
] as const)('%s passes %i characters through, and cuts one more', async (preset, threshold) => {
  const produce = contextResult(preset)((length: number) => 'x'.repeat(length));
  expect(await inSession(() => produce(threshold))).toBe('x'.repeat(threshold));
  expect(existsSync(sessionFolder(session))).toBe(false);
  expect(await inSession(() => produce(threshold + 1))).toMatch(
    new RegExp(`^Results saved to /workspace/results/result_[0-9a-f]{8}\\.txt \\(${threshold + 1} chars\\)\\n\\nPreview:\\nx`),
  );
});

test.each([
  ['json', JSON.stringify([...Array(5000).keys()])],
  ['csv', 'a,b\n'.repeat(5000)],
  ['txt', 'grüße 🎉\n'.repeat(5000)],
])('the whole %s is in the workspace', async (ending, text) => {
  const answer = await inSession(contextResult()(() => text));
  const [name] = saved();
  expect(name).toMatch(new RegExp(`^result_[0-9a-f]{8}\\.${ending}$`));
  expect(answer).toContain(`Results saved to /workspace/results/${name} (${text.length} chars)`);
  expect(readFileSync(join(sessionFolder(session), 'results', name!), 'utf8')).toBe(text);
});

test('without saving, the length is told and nothing is written', async () => {
  const answer = await inSession(contextResult('default', { save: false })(async () => 'x'.repeat(6000)));
  expect(answer).toMatch(/^Result truncated \(6000 chars total\):\nx+\n\.\.\.\nx+$/);
  expect(existsSync(sessionFolder(session))).toBe(false);
});

test('a result that cannot be saved is shown all the same, and said to be lost', async () => {
  mkdirSync(sessionFolder(session), { recursive: true });
  writeFileSync(join(sessionFolder(session), 'results'), 'a file where the folder should be');
  const answer = await inSession(contextResult()(() => 'x'.repeat(6000)));
  expect(answer).toMatch(/^Result truncated \(6000 chars total\):\n[x.\n]*\n\nThe whole result could not be saved to the workspace\.$/);
});

test.each([[7], [null], [undefined], [['x'.repeat(6000)]], [{ text: 'x'.repeat(6000) }]])(
  'what is not a text passes through: %#',
  async value => {
    expect(await inSession(contextResult()(() => value))).toBe(value);
  },
);

test('each text of a tool result is cut; images and structured content stay', async () => {
  const image = { type: 'image' as const, data: 'x'.repeat(9000), mimeType: 'image/png' };
  const result = {
    content: [{ type: 'text' as const, text: 'short' }, { type: 'text' as const, text: 'x'.repeat(6000) }, image],
    structuredContent: { a: 1 },
  };
  const answer = await inSession(contextResult()(() => result));
  expect(answer.content.map(block => (block.type === 'text' ? block.text.slice(0, 16) : block))).toEqual([
    'short',
    'Results saved to',
    image,
  ]);
  expect(answer.structuredContent).toEqual({ a: 1 });
});

test('presets are changed by the session, and by the wrapper', async () => {
  session = { ...session, context: { default: { threshold: 10 }, sql_query: { threshold: 20 } } };
  const text = 'x'.repeat(15);
  expect(await inSession(contextResult()(() => text))).toContain('Results saved');
  expect(await inSession(contextResult('sql_query')(() => text))).toBe(text);
  expect(await inSession(contextResult({ threshold: 15 })(() => text))).toBe(text);
  expect(await inSession(contextResult({ maxPreviewTokens: 2 })(() => text))).toMatch(/Preview:\nxx\n\.\.\.\nx$/);
});

test.each<[unknown, string]>([
  ['sql', "There is no context preset 'sql': take default, sql_query, log_search"],
  ['__proto__', "There is no context preset '__proto__': take default, sql_query, log_search"],
  [{ rows: 3 }, "'rows' in a context preset must be one of threshold,"],
  [{ threshold: -1 }, "'threshold' in a context preset must be one of"],
  [{ threshold: Number.NaN }, "'threshold' in a context preset must be one of"],
])('there is no preset %p', (preset, message) => {
  expect(() => contextResult(preset as 'default')).toThrow(message);
});

test('errors and arguments go through, and the declaration stays', async () => {
  const handler = contextResult()(toolPermission(READ)(async (a: number, b: number) => String(a + b)));
  expect(declaredOf(handler)).toEqual(new Set([READ]));
  expect(await inSession(() => handler(2, 3))).toBe('5');
  const failing = contextResult()(() => {
    throw new RangeError('no');
  });
  await expect(inSession(() => failing())).rejects.toThrow(new RangeError('no'));
});

test('results at the same time have files of their own', async () => {
  const produce = contextResult()((letter: string) => letter.repeat(6000));
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(letter => inSession(() => produce(letter))));
  const names = answers.map(answer => /result_[0-9a-f]{8}/.exec(answer)![0]);
  expect(new Set(names).size).toBe(5);
});

testUnless(rootMissing, 'who may not write to the workspace gets the preview', async () => {
  mkdirSync(sessionFolder(session), { recursive: true });
  chmodSync(sessionFolder(session), 0o500);
  expect(await inSession(contextResult()(() => 'x'.repeat(6000)))).toContain('could not be saved');
});
