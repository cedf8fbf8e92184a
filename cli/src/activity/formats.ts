/** The formats of `mcpgw activity`. */
import type { ActivityRecord } from '@mcpgw/activity';
import { visible } from '@mcpgw/diagnostics';
import { painter } from '../paint.js';
import { print, printJson, say } from '../terminal.js';
import { csvHead, csvLine } from './csv.js';
import type { ListActivityFlags } from './flags.js';

/** Prints records: those that are there, then each further one. */
export interface RecordFormat {
  first(records: readonly ActivityRecord[], hasMore: boolean): void;
  more(record: ActivityRecord): void;
}

const paint = painter<string>({ ok: 'green', tool_error: 'yellow', locked: 'magenta', failed: 'red', head: 'bold' });

const size = (bytes: number | undefined): string => (bytes === undefined ? '-' : String(bytes));

/** What a record is about: `server:tool` of a call, the name and the subject of an event. */
function subject(record: ActivityRecord): string {
  const { server } = record;
  if (record.type === 'call') return server === undefined || record.tool.includes('://') ? record.tool : `${server}:${record.tool}`;
  const tools =
    record.tools === undefined
      ? ''
      : ` ${record.tools.slice(0, 3).join(', ')}${record.tools.length > 3 ? `, ${record.tools.length - 3} more` : ''}`;
  return `${record.event}${server === undefined ? '' : ` ${server}`}${tools}`;
}

function result(record: ActivityRecord): string {
  if (record.type === 'event') return record.reason ?? (record.count === undefined ? '' : String(record.count));
  const { outcome, mode, locked } = record;
  return [outcome, mode ?? locked ?? ''].filter(Boolean).join(' ');
}

const who = (record: ActivityRecord): string => (record.type === 'call' ? record.caller : (record.by ?? ''));

type Column = readonly [title: string, width: number, text: (record: ActivityRecord) => string];

const usual: readonly Column[] = [
  ['TIME', 24, ({ time }) => time],
  ['CALLER', 16, who],
  ['WHAT', 44, subject],
  ['MS', 9, record => (record.type === 'call' ? String(record.ms) : '')],
  ['RESULT', 0, result],
];

const ofCall = (text: (call: Extract<ActivityRecord, { type: 'call' }>) => string) => (record: ActivityRecord) =>
  record.type === 'call' ? text(record) : '';

const further: readonly Column[] = [
  ['METHOD', 19, ofCall(({ method }) => method)],
  ['VIA', 9, ofCall(({ via }) => via ?? '')],
  ['CLIENT', 16, ofCall(({ client }) => client ?? '')],
  ['SESSION', 16, ofCall(({ session }) => session ?? '')],
  ['PROFILE', 12, ofCall(({ profile }) => profile ?? '')],
  ['IN', 9, ofCall(call => size(call.request_bytes))],
  ['OUT', 9, ofCall(call => size(call.response_bytes))],
  ['REQUEST', 12, ofCall(({ request_id }) => String(request_id))],
];

const wide: readonly Column[] = [...usual.slice(0, -1), ...further, usual.at(-1)!];

function line(columns: readonly Column[], texts: readonly string[]): string {
  return texts
    .map((text, at) => visible(text).padEnd(columns[at]![1]))
    .join('  ')
    .trimEnd();
}

function recordLine(columns: readonly Column[], record: ActivityRecord): string {
  const text = line(
    columns,
    columns.map(([, , textOf]) => textOf(record)),
  );
  return record.type === 'call' ? paint(text, record.outcome === 'ok' ? '' : record.outcome) : text;
}

function table(columns: readonly Column[]): RecordFormat {
  const more = (record: ActivityRecord) => print(`${recordLine(columns, record)}\n`);
  return {
    first: (records, hasMore) => {
      const title = line(
        columns,
        columns.map(([name]) => name),
      );
      print(`${paint(title, 'head')}\n`);
      for (const record of records) more(record);
      if (hasMore) say(`there are older records: --limit names how many are shown, 0 for all\n`);
    },
    more,
  };
}

const jsonLine = (record: ActivityRecord) => printJson(`${JSON.stringify(record)}\n`);
const csvRow = (record: ActivityRecord) => print(csvLine(record));

const formats: Readonly<Record<ListActivityFlags['output'], RecordFormat>> = {
  text: table(usual),
  wide: table(wide),
  json: {
    first: (records, hasMore) => printJson(`${JSON.stringify({ records, more: hasMore }, null, 2)}\n`),
    more: jsonLine,
  },
  jsonl: { first: records => records.forEach(jsonLine), more: jsonLine },
  csv: {
    first: records => {
      print(csvHead);
      records.forEach(csvRow);
    },
    more: csvRow,
  },
};

/** The format of a name. */
export function formatOf(name: ListActivityFlags['output']): RecordFormat {
  return formats[name];
}
