/** The page of one server. */
import type { ComponentChildren } from 'preact';
import type { ServerReport } from '../api/answers.js';
import type { ServerChange } from '../api/server-history.js';
import type { PageState, ServerView } from '../api/view.js';
import { Activity } from './activity.js';
import { clock, counted, duration } from './format.js';
import { useLoaded, useNow } from './hooks.js';
import { healthLabels, transportName } from './labels.js';
import { ServerOffers } from './offers.js';
import { toolCounts } from './overview.js';
import { linkTo, type Route } from './router.js';
import { EnableButton, LoginButton, RestartButton, ReviewLink, SwitchOff } from './server-actions.js';
import { Text } from './text.js';
import { Copy, Empty, Head, Tag } from './ui.js';

/** The states over time, as a bar; the table below it says the same in words. */
function Timeline({ history, now }: { history: readonly ServerChange[]; now: number }) {
  const begin = history[0]?.time ?? now;
  const span = Math.max(now - begin, 1000);
  const place = (time: number) => (1000 * (time - begin)) / span;
  return (
    <figure class="timeline">
      <svg viewBox="0 0 1000 24" preserveAspectRatio="none" role="img" aria-label={`States since ${clock(begin, now)}`}>
        {history.map(({ time, health }, index) => {
          const end = history[index + 1]?.time ?? now;
          return <rect key={index} x={place(time)} y="0" width={Math.max(place(end) - place(time), 1)} height="24" data-health={health} />;
        })}
      </svg>
      <figcaption class="soft">
        <span>{clock(begin, now)}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

function History({ history, now }: { history: readonly ServerChange[]; now: number }) {
  return (
    <div class="table-wrap">
      <table class="rows history">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {[...history].reverse().map(({ time, health, reason }, index, all) => (
            <tr key={time}>
              <td class="number">
                <time dateTime={new Date(time).toISOString()}>{clock(time, now)}</time>
              </td>
              <td>
                <Tag kind={healthLabels[health].kind}>{healthLabels[health].text}</Tag>
              </td>
              <td class="number">{duration((index === 0 ? now : all[index - 1]!.time) - time)}</td>
              <td>
                <Text>{reason}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts" aria-label="Facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last lines of a log, with a link to all of it. */
function LastLines({ report, server, now }: { report: ServerReport; server: ServerView; now: number }) {
  const isStderr = report.output.length > 0;
  const lines = (isStderr ? report.output : report.log).slice(-6);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="last-heading">
      <h2 id="last-heading">
        {isStderr ? 'Last lines of stderr' : 'Last lines of the log'}{' '}
        <a class="button small" href={linkTo(['servers', server.name, 'log'])}>
          All lines
        </a>
      </h2>
      <Lines lines={lines} now={now} label="Last lines" none="" />
    </section>
  );
}

function Overview({ server, report, now }: { server: ServerView; report: ServerReport | undefined; now: number }) {
  const { omitted, tools } = server;
  return (
    <>
      <Facts
        facts={[
          ['For', duration(now - server.since)],
          ['Tools', toolCounts(tools)],
          ['Transport', transportName(server.protocol)],
          ['Version', server.version === '' ? '–' : <Text>{server.version}</Text>],
          ['Protocol', server.protocolVersion || '–'],
          ['New tools', server.trustMode === 'auto' ? 'approved automatically' : 'wait for approval'],
        ]}
      />
      {report && report.history.length > 0 && (
        <section aria-labelledby="history-heading">
          <h2 id="history-heading">State over time</h2>
          <Timeline history={report.history} now={now} />
          <History history={report.history} now={now} />
        </section>
      )}
      {report && <LastLines report={report} server={server} now={now} />}
      {omitted.length > 0 && (
        <section aria-labelledby="omitted-heading">
          <h2 id="omitted-heading">Tools that cannot be used{omitted.length >= 20 && ' (the first 20)'}</h2>
          <ul class="plain">
            {omitted.map(({ tool, reason }) => (
              <li key={tool}>
                <code>
                  <Text>{tool}</Text>
                </code>{' '}
                <Text>{reason}</Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      {report && report.instructions !== '' && (
        <section aria-labelledby="instructions-heading">
          <h2 id="instructions-heading">Instructions of the server</h2>
          <p class="prose">
            <Text>{report.instructions}</Text>
          </p>
        </section>
      )}
    </>
  );
}

interface Line {
  readonly time: number;
  readonly text: string;
  readonly level?: string;
}

function Lines({ lines, now, label, none }: { lines: readonly Line[]; now: number; label: string; none: string }) {
  if (lines.length === 0) return <Empty title={none} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <div class="lines" role="log" aria-label={label} tabIndex={0} aria-live="off">
      {[...lines].reverse().map(({ time, text, level }, index) => (
        <p key={index} data-level={level ?? ''}>
          <time dateTime={new Date(time).toISOString()}>{clock(time, now)}</time>
          {level && <span class="level">{level}</span>}
          <span>
            <Text>{text}</Text>
          </span>
        </p>
      ))}
    </div>
  );
}

function Log({ report, now, server }: { report: ServerReport; now: number; server: ServerView }) {
  return (
    <>
      {server.protocol === 'stdio' && (
        <section aria-labelledby="stderr-heading">
          <h2 id="stderr-heading">
            stderr <span class="soft">{counted(report.output.length, 'line')}, newest first</span>
          </h2>
          <Lines lines={report.output} now={now} label="stderr" none="The program has written nothing to stderr." />
        </section>
      )}
      <section aria-labelledby="log-heading">
        <h2 id="log-heading">
          Log of the gateway <span class="soft">newest first</span>
        </h2>
        <Lines lines={report.log} now={now} label="Log of the gateway" none="The gateway has logged nothing about this server." />
      </section>
    </>
  );
}

function Configuration({ report }: { report: ServerReport }) {
  const text = JSON.stringify(report.configuration, null, 2);
  return (
    <section aria-labelledby="configuration-heading">
      <h2 id="configuration-heading">
        Configuration <Copy text={text} label="Copy the configuration" />
      </h2>
      <p class="soft">As the gateway uses it, with defaults. Secrets are shown as ***.</p>
      <pre>
        <Text>{text}</Text>
      </pre>
    </section>
  );
}

/** A text of one line as a sentence. */
function sentence(text: string): string {
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

const tabs = [
  ['', 'Overview'],
  ['log', 'Log'],
  ['calls', 'Calls and events'],
  ['offers', 'Prompts and resources'],
  ['configuration', 'Configuration'],
] as const;

function Actions({ server, state }: { server: ServerView; state: PageState }) {
  if (!state.decides) return null;
  const isOff = server.health === 'off';
  return (
    <>
      {server.tools.waiting > 0 && !isOff && <ReviewLink server={server.name} count={server.tools.waiting} />}
      {!state.readOnly && (
        <>
          {server.needsLogin && <LoginButton server={server.name} />}
          {server.switched && <EnableButton server={server.name} switched={server.switched} />}
          {server.canRestart && server.protocol !== 'rest' && <RestartButton server={server.name} />}
          {!isOff && server.protocol !== 'rest' && (
            <>
              <SwitchOff server={server.name} what="disable" />
              <SwitchOff server={server.name} what="quarantine" />
            </>
          )}
        </>
      )}
    </>
  );
}

function Tab({
  tab,
  report,
  server,
  state,
  route,
  now,
}: {
  tab: string;
  report: ServerReport | undefined;
  server: ServerView;
  state: PageState;
  route: Route;
  now: number;
}) {
  if (tab === '') return <Overview server={server} report={report} now={now} />;
  if (tab === 'offers')
    return (
      <>
        <h2 class="unseen">Prompts and resources</h2>
        <ServerOffers server={server.name} state={state} />
      </>
    );
  if (tab === 'calls') return <Activity state={state} route={route} server={server.name} />;
  if (report === undefined) return null;
  return tab === 'log' ? <Log report={report} now={now} server={server} /> : <Configuration report={report} />;
}

/** The view `#/servers/NAME`, with the parts `log`, `calls`, `offers` and `configuration`. */
export function ServerPage({ name, state, route }: { name: string; state: PageState; route: Route }) {
  const now = useNow();
  const server = state.servers.find(each => each.name === name);
  const isLog = route.path[2] === 'log';
  // The log has news without a change of the state.
  const version = isLog ? Math.floor(now / 3000) : JSON.stringify([server?.health, server?.since, server?.reason]);
  const { data, problem } = useLoaded<ServerReport>(state.decides ? 'server' : 'state', { server: name }, version);
  const report = state.decides ? data : undefined;
  if (server === undefined)
    return (
      <Empty title="There is no such server.">
        <p>
          <a href="#/">Overview</a>
        </p>
      </Empty>
    );
  const label = healthLabels[server.health];
  const tab = route.path[2] ?? '';
  const title = (
    <>
      <Text>{name}</Text> <Tag kind={label.kind}>{server.switched?.to === 'quarantined' ? 'Quarantine' : label.text}</Tag>
    </>
  );
  return (
    <>
      <Head title={title}>
        <Actions server={server} state={state} />
      </Head>
      {server.health !== 'ok' && (
        <p class="note" data-health={server.health}>
          <Text>{sentence(server.reason)}</Text> <Text>{sentence(server.remedy)}</Text>
        </p>
      )}
      <nav class="tabs" aria-label="Parts of the server">
        {tabs
          .filter(([part]) => state.decides || part === '' || part === 'offers')
          .map(([part, text]) => (
            <a
              key={part}
              href={linkTo(part === '' ? ['servers', name] : ['servers', name, part])}
              {...(tab === part && { 'aria-current': 'page' })}
            >
              {text}
            </a>
          ))}
        <a href={linkTo(['tools'], { server: name })}>Tools</a>
      </nav>
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      <Tab tab={tab} report={report} server={server} state={state} route={route} now={now} />
    </>
  );
}
