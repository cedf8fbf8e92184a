import type { ActivityRecord } from '@mcpgw/activity';
import { type Recorded, withPage } from './activity-data.js';

const record = (seq: number): ActivityRecord =>
  ({ type: 'event', event: 'server_ready', writer: 'w', seq, time: new Date(1_700_000_000_000 + seq).toISOString() }) as never;
const records = (...seqs: number[]) => seqs.map(record);
const shown = (more: Partial<Recorded>): Recorded => ({
  records: [],
  next: undefined,
  isRead: false,
  isBroken: false,
  problem: '',
  ...more,
});
const seqsOf = (result: Recorded) => [result.records.map(({ seq }) => seq), result.next];

it.each<[string, Recorded, { records: ActivityRecord[]; next?: string }, [number[], string | undefined]]>([
  ['the first page', shown({}), { records: records(3, 2), next: 'a' }, [[3, 2], 'a']],
  [
    'the first page, after records that came live',
    shown({ records: records(5, 4) }),
    { records: records(4, 3), next: 'a' },
    [[5, 4, 3], 'a'],
  ],
  [
    'records that came while the stream was closed, and older ones that were read before',
    shown({ records: records(4, 3, 2, 1), next: 'old', isRead: true }),
    { records: records(6, 5, 4), next: 'a' },
    [[6, 5, 4, 3, 2, 1], 'old'],
  ],
  [
    'more records than a page: older ones after the gap are read again',
    shown({ records: records(9, 2, 1), next: 'old', isRead: true }),
    { records: records(8, 7, 6), next: 'a' },
    [[9, 8, 7, 6], 'a'],
  ],
  ['the whole record', shown({ records: records(9, 1), next: 'old', isRead: true }), { records: records(8, 1) }, [[9, 8, 1], undefined]],
  ['an empty page', shown({ records: records(1) }), { records: [] }, [[1], undefined]],
])('a page of the record joins what is shown: %s', (_what, old, page, expected) => expect(seqsOf(withPage(old, page))).toEqual(expected));
