/** The first view: what needs a person, then all servers. */
import type { AttentionItem } from '@mcpgw/attention';
import type { PageState, ServerView } from '../api/view.js';
import { clock, counted, duration } from './format.js';
import { useNow } from './hooks.js';
import { healthLabels, transportName } from './labels.js';
import { linkTo } from './router.js';
import { EnableButton, LoginButton, RestartButton, ReviewLink } from './server-actions.js';
import { Text } from './text.js';
import { Empty, Head, Tag } from './ui.js';

const severityLabels = { error: ['bad', 'Error'], warning: ['warn', 'Warning'], info: ['plain', 'Info'] } as const;

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What is new and what has changed are items of their own, and each link counts its own tools. */
function AttentionReview({ item, server }: { item: AttentionItem; server: ServerView }) {
  const { waiting, changed } = server.tools;
  const counts = { changed, new: waiting - changed };
  const what = item.id.startsWith('changed:') ? 'changed' : item.id.startsWith('review:') ? 'new' : undefined;
  const count = what === undefined ? waiting : counts[what];
  return count > 0 ? <ReviewLink server={server.name} count={count} {...(what && { what })} /> : null;
}

function AttentionAction({ item, state }: { item: AttentionItem; state: PageState }) {
  const server = state.servers.find(({ name }) => name === item.subject.name);
  if (server === undefined || !state.decides) return null;
  if (item.action === 'review') return <AttentionReview item={item} server={server} />;
  if (state.readOnly) return null;
  if (item.action === 'login') return <LoginButton server={server.name} />;
  if (item.action === 'restart' && server.canRestart) return <RestartButton server={server.name} />;
  return item.action === 'enable' && server.switched ? <EnableButton server={server.name} switched={server.switched} /> : null;
}

/** The list of what needs a person, most urgent first. */
export function Attention({ state }: { state: PageState }) {
  const now = useNow();
  const { attention } = state;
  if (attention.length === 0)
    return (
      <p class="calm" data-part="calm">
        <span aria-hidden="true">✓</span> Nothing needs attention.
      </p>
    );
  return (
    <ul class="attention">
      {attention.map(item => {
        const [kind, label] = severityLabels[item.severity];
        const since = item.since === undefined ? undefined : Date.parse(item.since);
        const isServer = state.servers.some(({ name }) => name === item.subject.name);
        return (
          <li key={item.id} data-severity={item.severity} data-id={item.id}>
            <span class="attention-mark" data-kind={kind} role="img" aria-label={label} />
            <div class="attention-text">
              <p class="what">
                <Text>{item.what}</Text>
              </p>
              <p class="soft">
                <Text>{capitalized(item.fix)}</Text>
              </p>
            </div>
            <div class="attention-time">
              {since !== undefined && (
                <time dateTime={item.since!} title={item.since!}>
                  since {clock(since, now)} <span class="soft">({duration(now - since)})</span>
                </time>
              )}
            </div>
            <div class="attention-action">
              <AttentionAction item={item} state={state} />
              {isServer && (
                <a class="button quiet" href={linkTo(['servers', item.subject.name])} aria-label={`Details of ${item.subject.name}`}>
                  Details
                </a>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** How many tools of a server there are, and how many of them cannot be called. */
export function toolCounts({ total, callable, waiting, changed }: ServerView['tools']): string {
  if (total === 0) return '–';
  const parts = [changed > 0 && `${changed} changed`, waiting - changed > 0 && `${waiting - changed} new`];
  const locked = total - callable - waiting;
  const rest = [...parts, locked > 0 && `${locked} disabled`].filter(Boolean);
  return rest.length === 0 ? String(total) : `${total} (${rest.join(', ')})`;
}

/** What the time in the state of a server means. */
function Since({ server, now }: { server: ServerView; now: number }) {
  const { since, nextAttemptAt } = server;
  const next = nextAttemptAt === null ? '' : nextAttemptAt > now ? `, next attempt in ${duration(nextAttemptAt - now)}` : ', trying now';
  return (
    <span title={new Date(since).toISOString()}>
      {duration(now - since)}
      {next}
    </span>
  );
}

const urgency = { failed: 0, waiting: 1, starting: 2, ok: 3, off: 4 } as const;

/** All servers, those with problems first. */
export function ServerTable({ servers, now }: { servers: readonly ServerView[]; now: number }) {
  const sorted = [...servers].sort((a, b) => urgency[a.health] - urgency[b.health]);
  return (
    <div class="table-wrap">
      <table class="rows servers">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Server</th>
            <th scope="col">For</th>
            <th scope="col">Tools</th>
            <th scope="col" class="wide">
              Transport
            </th>
            <th scope="col" class="wide">
              Version
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(server => {
            const { text, kind } = healthLabels[server.health];
            return (
              <tr key={server.name} data-server={server.name} data-health={server.health}>
                <td>
                  <Tag kind={kind}>{server.switched?.to === 'quarantined' ? 'Quarantine' : text}</Tag>
                </td>
                <th scope="row">
                  <a href={linkTo(['servers', server.name])}>
                    <Text>{server.name}</Text>
                  </a>
                  {server.health !== 'ok' && (
                    <p class="soft reason">
                      <Text>{server.reason}</Text>
                    </p>
                  )}
                </th>
                <td class="number">
                  <Since server={server} now={now} />
                </td>
                <td class="number">
                  {server.tools.waiting > 0 ? (
                    <a href={linkTo(['review', server.name])}>{toolCounts(server.tools)}</a>
                  ) : (
                    toolCounts(server.tools)
                  )}
                </td>
                <td class="wide soft">{transportName(server.protocol)}</td>
                <td class="wide soft">
                  <Text>{server.version}</Text>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What is shown where no server is configured. */
export function NoServers() {
  return (
    <Empty title="No server is configured.">
      <p>
        Add one below <code>servers</code> in gateway.yaml, or <code>mcpServers</code> in mcp_config.json. It appears here without a
        restart.
      </p>
    </Empty>
  );
}

/** The overview. */
export function Overview({ state }: { state: PageState }) {
  const now = useNow();
  const { servers, attention } = state;
  const up = servers.filter(({ health }) => health === 'ok').length;
  const sum = (pick: (tools: ServerView['tools']) => number) => servers.reduce((total, { tools }) => total + pick(tools), 0);
  return (
    <>
      <Head title="Overview" />
      <dl class="facts" aria-label="Counts">
        <div>
          <dt>Servers up</dt>
          <dd data-part="up">
            {up} <span class="soft">of {servers.length}</span>
          </dd>
        </div>
        <div>
          <dt>Tools callable</dt>
          <dd>
            {sum(tools => tools.callable).toLocaleString('en')}{' '}
            <span class="soft">of {sum(tools => tools.total).toLocaleString('en')}</span>
          </dd>
        </div>
        <div>
          <dt>Pending approval</dt>
          <dd>{sum(tools => tools.waiting).toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Sessions</dt>
          <dd>{state.sessions.toLocaleString('en')}</dd>
        </div>
      </dl>
      {servers.length === 0 ? (
        <NoServers />
      ) : (
        <>
          <section aria-labelledby="attention-heading">
            <h2 id="attention-heading">
              Needs attention {attention.length > 0 && <span class="soft">{counted(attention.length, 'item')}</span>}
            </h2>
            <Attention state={state} />
          </section>
          <section aria-labelledby="servers-heading">
            <h2 id="servers-heading">Servers</h2>
            <ServerTable servers={servers} now={now} />
          </section>
        </>
      )}
    </>
  );
}
