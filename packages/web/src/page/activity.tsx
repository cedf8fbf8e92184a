/** The record of activity: what was called and what happened, newest first, and live. */

import type { ActivityRecord } from '@mcpgw/activity';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageState } from '../api/view.js';
import { ActivityData, keyOf, maxShown, type RecordFilter } from './activity-data.js';
import { bytes, clock, latency } from './format.js';
import { useLoader, useStore } from './hooks.js';
import { go, linkTo, type Route } from './router.js';
import { gatewayNow } from './state.js';
import { Text, visibleText } from './text.js';
import { Empty, Head, ServerSelect, Tag } from './ui.js';

const outcomeLabels: Readonly<Record<string, readonly [string, string]>> = {
  ok: ['quiet', 'OK'],
  tool_error: ['warn', 'Tool error'],
  locked: ['off', 'Locked'],
  failed: ['bad', 'Failed'],
};

const badEvents = new Set(['server_lost', 'server_failed', 'configuration_refused', 'records_lost']);
const sentence = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** The record of a filter, which goes on while `isLive`. */
function useRecord(filter: RecordFilter, isLive: boolean) {
  const data = useMemo(() => new ActivityData(filter), [JSON.stringify(filter)]);
  const recorded = useStore(data.subscribe, data.snapshot);
  const { problem, code } = useLoader(data.loader);
  useEffect(() => (isLive ? data.follow() : undefined), [data, isLive]);
  return { ...recorded, problem: problem ?? recorded.problem, isOff: code === 'not-recorded', more: () => void data.more() };
}

function Subject({ record }: { record: ActivityRecord }) {
  if (record.type === 'call')
    return (
      <>
        {record.server !== undefined && (
          <span class="soft">
            <Text>{`${record.server} `}</Text>
          </span>
        )}
        <Text>{record.tool}</Text>
      </>
    );
  const tools = record.tools ?? [];
  const named = tools.length > 3 ? `${tools.slice(0, 3).join(', ')} and ${tools.length - 3} more` : tools.join(', ');
  return <Text>{[record.server, named].filter(Boolean).join(' ')}</Text>;
}

function Outcome({ record }: { record: ActivityRecord }) {
  if (record.type === 'event') return <Tag kind={badEvents.has(record.event) ? 'bad' : 'plain'}>{sentence(record.event)}</Tag>;
  const [kind, text] = outcomeLabels[record.outcome] ?? ['plain', record.outcome];
  const { mode, locked } = record;
  return (
    <>
      <Tag kind={kind}>{text}</Tag> <span class="soft">{sentence(mode ?? locked ?? '')}</span>
    </>
  );
}

/** All members of a record, as a list. */
function Members({ record }: { record: ActivityRecord }) {
  const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return (
    <dl class="members">
      {Object.entries(record).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text>{shown(value)}</Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RecordRow({ record, now, choose }: { record: ActivityRecord; now: number; choose: (change: Partial<RecordFilter>) => void }) {
  const [isOpen, setOpen] = useState(false);
  const time = Date.parse(record.time);
  const who = record.type === 'call' ? record.caller : (record.by ?? '');
  return (
    <>
      <tr data-record={keyOf(record)} data-type={record.type}>
        <td class="number">
          <button
            type="button"
            class="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`Details of the record of ${clock(time, now)}`}
          >
            {clock(time, now)}
          </button>
        </td>
        <td>
          <Outcome record={record} />
        </td>
        <td class="subject">
          <Subject record={record} />
          {record.type === 'event' && record.reason && (
            <p class="soft reason">
              <Text>{record.reason}</Text>
            </p>
          )}
        </td>
        <td class="wide">
          <Text>{who}</Text>
          {record.type === 'call' && record.client !== undefined && (
            <button
              type="button"
              class="link soft client"
              onClick={() => choose({ client: record.client! })}
              aria-label={`Only calls of the client ${visibleText(record.client)}`}
            >
              <Text>{record.client}</Text>
            </button>
          )}
        </td>
        <td class="number wide">{record.type === 'call' ? latency(record.ms) : ''}</td>
        <td class="number wide">{record.type === 'call' ? bytes(record.response_bytes) : ''}</td>
      </tr>
      {isOpen && (
        <tr class="open">
          <td colSpan={6}>
            <Members record={record} />
          </td>
        </tr>
      )}
    </>
  );
}

const outcomes = ['ok', 'tool_error', 'locked', 'failed'];

function Filters({
  filter,
  state,
  isOfServer,
  choose,
}: {
  filter: RecordFilter;
  state: PageState;
  isOfServer: boolean;
  choose: (change: Partial<RecordFilter>) => void;
}) {
  const types = [
    ['', 'All'],
    ['call', 'Calls'],
    ['event', 'Events'],
  ] as const;
  return (
    <div class="filters" role="group" aria-label="Which records are listed">
      <div class="segments">
        {types.map(([type, text]) => (
          <button key={type} type="button" aria-pressed={filter.type === type} onClick={() => choose({ type })}>
            {text}
          </button>
        ))}
      </div>
      {!isOfServer && <ServerSelect servers={state.servers} value={filter.server} onChoose={server => choose({ server })} />}
      <label>
        <span class="unseen">Outcome</span>
        <select value={filter.outcome} onChange={event => choose({ outcome: event.currentTarget.value })}>
          <option value="">Any outcome</option>
          {outcomes.map(outcome => (
            <option key={outcome} value={outcome}>
              {outcomeLabels[outcome]![1]}
            </option>
          ))}
        </select>
      </label>
      {(['caller', 'client', 'tool', 'session'] as const).map(
        name =>
          filter[name] !== '' && (
            <button key={name} type="button" class="chip" onClick={() => choose({ [name]: '' })}>
              <span class="unseen">Do not filter by </span>
              {name} <Text>{filter[name]}</Text> <span aria-hidden="true">✕</span>
            </button>
          ),
      )}
    </div>
  );
}

/** The view `#/activity`; of one server where `server` is given. */
export function Activity({ state, route, server }: { state: PageState; route: Route; server?: string }) {
  const [isLive, setLive] = useState(true);
  const value = (name: string) => route.query.get(name) ?? '';
  const filter: RecordFilter = {
    type: value('type'),
    server: server ?? value('server'),
    outcome: value('outcome'),
    caller: value('caller'),
    client: value('client'),
    tool: value('tool'),
    session: value('session'),
  };
  const { records, next, isRead, problem, isOff, isBroken, more } = useRecord(filter, isLive);
  const choose = (change: Partial<RecordFilter>) => {
    const { server: chosen, ...rest } = { ...filter, ...change };
    go(linkTo(route.path, server === undefined ? { ...rest, server: chosen } : rest), true);
  };
  const now = gatewayNow();
  if (isOff)
    return (
      <>
        {server === undefined && <Head title="Activity" />}
        <Empty title="Nothing is recorded.">
          <p>
            Set <code>activity.enabled: true</code> in gateway.yaml to record calls and events.
          </p>
        </Empty>
      </>
    );
  return (
    <>
      {server === undefined && (
        <Head title="Activity">
          <a class="soft small-print" href="#/approvals">
            Decisions about tools
          </a>
        </Head>
      )}
      <div class="bar">
        <Filters filter={filter} state={state} choose={choose} isOfServer={server !== undefined} />
        <button type="button" class="live" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
          <span class="dot" data-link={isLive ? (isBroken ? 'offline' : 'live') : 'off'} aria-hidden="true" />
          {isLive ? 'Live' : 'Paused'}
        </button>
      </div>
      {problem !== '' && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      {records.length === 0 && problem === '' && (isRead ? <Empty title="No record matches." /> : <p class="soft">Loading</p>)}
      {records.length > 0 && (
        <div class="table-wrap">
          <table class="rows activity">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Outcome</th>
                <th scope="col">Subject</th>
                <th scope="col" class="wide">
                  Who
                </th>
                <th scope="col" class="wide">
                  Duration
                </th>
                <th scope="col" class="wide">
                  Answer
                </th>
              </tr>
            </thead>
            <tbody>
              {records.map(record => (
                <RecordRow key={keyOf(record)} record={record} now={now} choose={choose} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== undefined && records.length < maxShown && (
        <button type="button" class="more" onClick={more}>
          Older records
        </button>
      )}
      {next !== undefined && records.length >= maxShown && (
        <p class="note">The newest {maxShown} records are shown. Filters narrow them, and mcpgw activity lists all.</p>
      )}
    </>
  );
}
