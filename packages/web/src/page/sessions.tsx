/** Open sessions of clients. */
import type { PageSessions } from '../api/deps.js';
import type { PageState } from '../api/view.js';
import { counted, duration } from './format.js';
import { useLoaded, useNow } from './hooks.js';
import { linkTo } from './router.js';
import { Text } from './text.js';
import { Empty, Head, Tag } from './ui.js';

/** Whose sessions are listed, and which may be missing. */
function Extent({ list: { replicas, silent, isAlone } }: { list: PageSessions }) {
  if (isAlone)
    return (
      <p class="banner" data-kind="problem" role="alert">
        The store does not answer: only the sessions of this replica are listed.
      </p>
    );
  if (silent === 0) return null;
  return (
    <p class="banner" data-kind="problem" role="alert">
      {silent} of {counted(replicas, 'replica')} did not answer: the sessions there are missing.
    </p>
  );
}

/** How often the list is read again, in milliseconds. */
const everyMs = 3000;

/** The view `#/sessions`. */
export function SessionList({ state }: { state: PageState }) {
  const now = useNow();
  const { data, problem } = useLoaded<PageSessions>('sessions', {}, `${state.sessions}:${Math.floor(now / everyMs)}`);
  const sessions = [...(data?.sessions ?? [])].sort((a, b) => a.idleMs - b.idleMs);
  return (
    <>
      <Head title="Sessions">
        <p class="soft">
          {data && counted(sessions.length, 'session')}
          {data && data.replicas > 1 && ` at ${data.replicas} replicas`}
        </p>
      </Head>
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      {data && <Extent list={data} />}
      {data && sessions.length === 0 && (
        <Empty title="No client is connected.">
          <p>
            <a href="#/connect">Connect a client</a>
          </p>
        </Empty>
      )}
      {sessions.length > 0 && (
        <div class="table-wrap">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Caller</th>
                <th scope="col">Last request</th>
                <th scope="col">In flight</th>
                <th scope="col" class="wide">
                  Profile
                </th>
                <th scope="col" class="wide">
                  Protocol
                </th>
                <th scope="col" class="wide">
                  Session
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(session => (
                <tr key={session.mark}>
                  <th scope="row">
                    <Text>{session.client}</Text>{' '}
                    <span class="soft">
                      <Text>{session.clientVersion}</Text>
                    </span>{' '}
                    {session.isListening && <Tag kind="ok">listening</Tag>}
                  </th>
                  <td>
                    <Text>{session.caller}</Text>
                  </td>
                  <td class="number">{duration(session.idleMs)} ago</td>
                  <td class="number">{session.inFlight}</td>
                  <td class="wide">{session.profile ?? <span class="soft">all servers</span>}</td>
                  <td class="wide soft">{session.protocolVersion}</td>
                  <td class="wide">
                    <a href={linkTo(['activity'], { session: session.mark })}>
                      <code>{session.mark}</code>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="soft small-print">
        Clients of revision 2026-07-28 have no sessions. Their calls are in the <a href="#/activity">activity</a>.
      </p>
    </>
  );
}
