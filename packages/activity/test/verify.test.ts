/** Every way to tamper with a record on files, and what `verify` says: nothing passes as intact. */
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal } from '../src/chain.js';
import { fileActivityStore, Recorder, type RecordMark, verifyActivity } from '../src/index.js';
import { aCall, big, folderOf, write } from './harness.js';

interface Record {
  readonly folder: string;
  /** Writers in the order of their starts. */
  readonly writers: readonly string[];
}

const options = { noteEveryMs: 0 };

/** Two writers: four calls, then two. Lines 1 and 6 of the first are `started` and `stopped`. */
async function recordOf(): Promise<Record> {
  const folder = folderOf();
  const writers = [
    await write(fileActivityStore(folder, options), ['a', 'b', 'c', 'd'], { now: () => new Date('2026-01-01T00:00:00Z') }),
    await write(fileActivityStore(folder, options), ['e', 'f'], { now: () => new Date('2026-01-02T00:00:00Z') }),
  ];
  return { folder, writers };
}

const fileOf = ({ folder, writers }: Record, writer = 0) => join(folder, writers[writer]!, '000000000001.jsonl');
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const put = (file: string, lines: readonly string[]) => writeFileSync(file, lines.map(line => `${line}\n`).join(''));

function edit(record: Record, change: (lines: string[]) => readonly string[], writer = 0): void {
  const file = fileOf(record, writer);
  put(file, change(linesOf(file)));
}

/** Writes the chain anew over changed records, as somebody can who knows how it is made. */
function reseal(lines: readonly string[], change: (line: string, index: number) => string): string[] {
  let before: RecordMark | undefined;
  return lines.map((line, index) => {
    const { seq: _, time, writer, prev: _prev, hash: _hash, ...content } = JSON.parse(change(line, index));
    const sealed = seal(content, before ?? { writer, seq: 0, hash: '' }, time);
    before = sealed.mark;
    return sealed.line;
  });
}

const removeNote = ({ folder, writers }: Record, writer = 0) => rmSync(join(folder, writers[writer]!, 'head.json'));

type Case = readonly [name: string, tamper: (record: Record) => void, problem: string, seq: number, message: string];

const cases: readonly Case[] = [
  [
    'a changed value',
    r => edit(r, lines => lines.map(line => line.replace('"tool":"b"', '"tool":"x"'))),
    'changed',
    3,
    'the record was changed: its hash is another',
  ],
  [
    'an added member',
    r => edit(r, lines => lines.map(line => line.replace('"tool":"b"', '"tool":"b","by":"x"'))),
    'changed',
    3,
    'the record was changed: its hash is another',
  ],
  [
    'white space',
    r => edit(r, lines => lines.map((line, at) => (at === 2 ? line.replace(',"time"', ', "time"') : line))),
    'changed',
    3,
    'the record was changed: its hash is another',
  ],
  ['a removed line', r => edit(r, lines => lines.toSpliced(2, 1)), 'missing', 3, 'record 3 is missing'],
  ['two removed lines', r => edit(r, lines => lines.toSpliced(1, 2)), 'missing', 2, 'records 2 to 3 are missing'],
  ['a removed first line', r => edit(r, lines => lines.slice(1)), 'missing', 1, 'record 1 is missing'],
  ['a removed last line', r => edit(r, lines => lines.slice(0, -1)), 'truncated', 6, 'record 6 is missing at the end: '],
  ['a cut end', r => edit(r, lines => lines.slice(0, 2)), 'truncated', 3, 'records 3 to 6 are missing at the end: '],
  ['two lines in another order', r => edit(r, ([a, b, c, ...rest]) => [a!, c!, b!, ...rest]), 'missing', 2, 'record 2 is missing'],
  ['a repeated line', r => edit(r, ([a, b, ...rest]) => [a!, b!, b!, ...rest]), 'reordered', 2, 'record 2 stands after record 2'],
  ['a line that is not JSON', r => edit(r, lines => lines.with(2, 'nothing')), 'malformed', 3, 'the line is not a record'],
  ['a line that is not a record', r => edit(r, lines => lines.with(2, '{"seq":3}')), 'malformed', 3, 'the line is not a record'],
  ['an empty line', r => edit(r, lines => lines.toSpliced(2, 0, '')), 'malformed', 3, 'the line is not a record'],
  [
    'a line of another writer',
    r => edit(r, lines => lines.with(2, linesOf(fileOf(r, 1))[2]!)),
    'foreign',
    3,
    'the record is of another writer',
  ],
  ['an empty file', r => truncateSync(fileOf(r)), 'removed', 1, 'all records of the writer are missing: '],
  [
    'a removed writer',
    r => rmSync(join(r.folder, r.writers[0]!), { recursive: true }),
    'removed',
    1,
    'all records of the writer are missing: ',
  ],
  [
    'a chain that was written anew from a changed record, with its note removed',
    r => {
      edit(r, lines => reseal(lines, line => line.replace('"tool":"b"', '"tool":"x"')));
      removeNote(r);
    },
    'replaced',
    6,
    'record 6 is another than ',
  ],
  [
    'the end of the last writer cut, which only its note names',
    r => edit(r, lines => lines.slice(0, 2), 1),
    'truncated',
    3,
    'records 3 to 4 are missing at the end: the noted head names record 4',
  ],
];

test.each(cases)('%s is found', async (_name, tamper, problem, seq, message) => {
  const record = await recordOf();
  tamper(record);
  const { chains } = await verifyActivity(fileActivityStore(record.folder));
  const broken = chains.flatMap(chain => (chain.broken ? [{ writer: chain.writer, ...chain.broken }] : []));
  const writer = record.writers.find(name => broken[0]?.writer === name);
  expect(broken).toEqual([{ writer, problem, seq, place: expect.any(String), message: expect.stringContaining(message) }]);
});

test('an untouched record is intact', async () => {
  const record = await recordOf();
  const { chains } = await verifyActivity(fileActivityStore(record.folder));
  expect(chains).toEqual([
    { writer: record.writers[0], records: 6, first: 1, last: 6 },
    { writer: record.writers[1], records: 4, first: 1, last: 4 },
  ]);
});

test('the place is the file and the line', async () => {
  const record = await recordOf();
  edit(record, lines => lines.map(line => line.replace('"tool":"c"', '"tool":"x"')));
  const { chains } = await verifyActivity(fileActivityStore(record.folder));
  expect(chains[0]!.broken!.place).toBe(`${fileOf(record)}:4`);
});

/** What no chain can reveal by itself, and a head that was kept elsewhere does. */
test('the last writer written anew with its note passes without a head, and is found with one', async () => {
  const record = await recordOf();
  const store = fileActivityStore(record.folder);
  const { marks } = await store.heads();
  edit(record, lines => reseal(lines, line => line.replace('"tool":"e"', '"tool":"x"')), 1);
  const { seq, hash } = JSON.parse(linesOf(fileOf(record, 1)).at(-1)!);
  writeFileSync(join(record.folder, record.writers[1]!, 'head.json'), JSON.stringify({ seq, hash }));
  expect((await verifyActivity(store)).chains.map(({ broken }) => broken)).toEqual([undefined, undefined]);
  const { chains } = await verifyActivity(store, marks);
  expect(chains.map(({ broken }) => broken?.message)).toEqual([undefined, 'record 4 is another than the given head names']);
});

test('a torn last line is reported, and is no broken chain', async () => {
  const record = await recordOf();
  appendFileSync(fileOf(record, 1), '{"seq":5,"time":"2026-');
  const { chains } = await verifyActivity(fileActivityStore(record.folder));
  expect(chains[1]).toEqual({ writer: record.writers[1], records: 4, first: 1, last: 4, torn: `${fileOf(record, 1)}:5` });
  const recorder = new Recorder({ store: fileActivityStore(record.folder), keep: () => big, redact: () => String });
  recorder.call(aCall('g'));
  await recorder.close();
  const own = readdirSync(join(record.folder)).find(name => !record.writers.includes(name))!;
  const started = JSON.parse(linesOf(join(record.folder, own, '000000000001.jsonl'))[0]!);
  expect(started).toMatchObject({ event: 'started', torn: [record.writers[1]] });
});

test('a given head that was pruned is not checked, and said so', async () => {
  const folder = folderOf();
  const store = fileActivityStore(folder, { segmentBytes: 1, noteEveryMs: 0 });
  const recorder = new Recorder({ store, keep: () => ({ ageMs: 1e12, bytes: 1 }), redact: () => String, writeAfterMs: 0 });
  recorder.call(aCall('a'));
  await recorder.close();
  const { marks } = await store.heads();
  const [head] = marks;
  const later = new Recorder({
    store: fileActivityStore(folder, { segmentBytes: 1 }),
    keep: () => ({ ageMs: 1e12, bytes: 1 }),
    redact: () => String,
    writeAfterMs: 0,
  });
  later.call(aCall('b'));
  while (later.status.records < 3) await new Promise(resolve => setTimeout(resolve, 5));
  await later.close();
  const found = await verifyActivity(fileActivityStore(folder), marks);
  expect(found.unchecked).toEqual([head]);
  expect(found.chains.map(({ broken }) => broken)).toEqual(found.chains.map(() => undefined));
});
