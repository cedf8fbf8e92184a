import { EventStreamReader } from './event-stream.js';

function read(stream: string): { given: string; seen: string[]; hasIds: boolean } {
  const seen: string[] = [];
  const reader = new EventStreamReader({
    onOther: () => {},
    onData: data => {
      seen.push(data);
      return [data];
    },
    onFault: fault => [fault.message],
  });
  const given = [...Buffer.from(stream)].map(byte => reader.read(Uint8Array.of(byte))).join('');
  return { given, seen, hasIds: reader.hasIds };
}

test.each<[string, string, string, string[]]>([
  ['a message', 'event: message\ndata: {"a":1}\n\n', 'event: message\ndata: {"a":1}\n\n', ['{"a":1}']],
  ['an id, a delay and empty data, from where the stream is resumed', 'id: 7\nretry: 500\ndata: \n\n', 'id: 7\nretry: 500\ndata: \n\n', []],
  ['the same with carriage returns', 'id: 7\r\ndata:\r\n\r\n', 'id: 7\ndata: \n\n', []],
  ['an id without data', 'id: 7\n\n', 'id: 7\n\n', []],
  ['empty data without an id', 'data: \n\n', '', []],
  ['an id of the event before', 'id: 7\ndata: 1\n\ndata: \n\n', 'id: 7\ndata: 1\n\n', ['1']],
  ['an event of another name', 'event: ping\ndata: now\n\n', 'event: ping\ndata: now\n\n', []],
])('%s', (_name, stream, given, seen) => {
  expect(read(stream)).toEqual({ given, seen, hasIds: stream.includes('id: 7') });
});
