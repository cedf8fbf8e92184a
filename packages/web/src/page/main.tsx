/** The page: navigation, messages, and the view of the place that the address names. */
import { render } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from '../api/view.js';
import { Activity } from './activity.js';
import { adoptToken, setToken } from './api.js';
import { Approvals } from './approvals.js';
import { Connect } from './connect.js';
import { useApp } from './hooks.js';
import { KeyHelp, useKeys } from './keys.js';
import { healthLabels } from './labels.js';
import { Offers } from './offers.js';
import { Overview } from './overview.js';
import { Review } from './review.js';
import { go, linkTo, onHashChange, parseRoute, type Route, useRoute } from './router.js';
import { ServerPage } from './server-page.js';
import { SessionList } from './sessions.js';
import { connect, dismiss, type StreamLink } from './state.js';
import { Text, visibleText } from './text.js';
import { Tools } from './tools.js';
import { Empty } from './ui.js';

interface Place {
  readonly link: string;
  readonly path: string;
  readonly name: string;
  readonly count?: (state: PageState) => number;
  readonly isForDeciders?: boolean;
}

const places: readonly Place[] = [
  { link: '#/', path: '', name: 'Overview', count: ({ attention }) => attention.filter(({ severity }) => severity === 'error').length },
  { link: '#/tools', path: 'tools', name: 'Tools', count: ({ servers }) => servers.reduce((sum, { tools }) => sum + tools.waiting, 0) },
  { link: '#/activity', path: 'activity', name: 'Activity', isForDeciders: true },
  { link: '#/sessions', path: 'sessions', name: 'Sessions', isForDeciders: true },
  { link: '#/offers', path: 'offers', name: 'Prompts and resources' },
  { link: '#/approvals', path: 'approvals', name: 'Approvals', isForDeciders: true },
  { link: '#/connect', path: 'connect', name: 'Connect a client' },
];

const countNames: Readonly<Record<string, string>> = { '': 'errors', tools: 'pending approval' };

function Navigation({ state, route }: { state: PageState; route: Route }) {
  const here = route.path[0] === 'review' ? 'tools' : (route.path[0] ?? '');
  return (
    <nav class="nav" aria-label="Views">
      {places
        .filter(({ isForDeciders }) => state.decides || !isForDeciders)
        .map(({ link, path, name, count }) => {
          const number = count?.(state) ?? 0;
          return (
            <a key={path} href={link} {...(here === path && { 'aria-current': 'page' })}>
              {name}
              {number > 0 && (
                <span class="count" data-kind={path === '' ? 'bad' : 'warn'}>
                  {number}
                  <span class="unseen"> {countNames[path]}</span>
                </span>
              )}
            </a>
          );
        })}
    </nav>
  );
}

/** Servers that the navigation lists. */
const maxLinks = 200;

/** The servers below the navigation, for a jump to their pages. */
function ServerLinks({ state, route }: { state: PageState; route: Route }) {
  if (state.servers.length === 0) return null;
  const here = route.path[0] === 'servers' ? route.path[1] : undefined;
  return (
    <nav class="nav server-links" aria-label="Servers">
      <h2>Servers</h2>
      {state.servers.slice(0, maxLinks).map(({ name, health }) => (
        <a key={name} href={linkTo(['servers', name])} {...(here === name && { 'aria-current': 'page' })}>
          <span class="dot" data-kind={healthLabels[health].kind} aria-hidden="true" />
          <span class="name">
            <Text>{name}</Text>
          </span>
          {health !== 'ok' && <span class="unseen"> {healthLabels[health].text}</span>}
        </a>
      ))}
      {state.servers.length > maxLinks && (
        <a href="#/">
          <span class="soft">and {state.servers.length - maxLinks} more</span>
        </a>
      )}
    </nav>
  );
}

/** The search of tools. What is typed is searched after a moment. */
function Search({ route }: { route: Route }) {
  const query = route.path[0] === 'tools' ? (route.query.get('query') ?? '') : '';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What is being typed is not replaced by what was searched before.
  const [typed, setTyped] = useState(query);
  useEffect(() => {
    if (document.activeElement?.id !== 'search') setTyped(query);
  }, [query]);
  // Who leaves for another place while the search waits is not brought back.
  const asked = useRef('');
  useEffect(() => onHashChange(() => location.hash !== asked.current && clearTimeout(timer.current)), []);
  const search = (text: string) => {
    const { path, query: before } = parseRoute(location.hash);
    const isShown = path[0] === 'tools';
    asked.current = linkTo(['tools'], { ...(isShown ? Object.fromEntries(before) : {}), query: text.trim() });
    go(asked.current, isShown);
  };
  const onInput = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), 120);
  };
  return (
    <search class="search">
      <label for="search" class="unseen">
        Search tools
      </label>
      <input
        id="search"
        type="search"
        placeholder="Search tools"
        autocomplete="off"
        spellcheck={false}
        maxLength={400}
        aria-keyshortcuts="/"
        value={typed}
        onInput={event => onInput(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
}

const linkNames: Readonly<Record<StreamLink, string>> = {
  live: 'Live',
  connecting: 'Connecting',
  offline: 'Offline',
  'signed-out': 'Signed out',
};

/** Messages above every view. */
function Banners({ state, link }: { state: PageState; link: StreamLink }) {
  const { notice } = useApp();
  return (
    <div class="banners">
      {link === 'offline' && (
        <p class="banner" data-kind="problem" id="offline" role="alert">
          The gateway cannot be reached. The page shows the last known state and connects again by itself.
        </p>
      )}
      {state.readOnly && (
        <p class="banner" data-kind="note" id="read-only">
          Read-only: <Text>{state.readOnlyReason ?? ''}</Text>.
        </p>
      )}
      <div role="status" aria-live="polite" id="notice">
        {notice && (
          <p class="banner" data-kind={notice.kind}>
            {notice.text}{' '}
            <button type="button" class="quiet small" onClick={dismiss} aria-label="Dismiss the message">
              ✕
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function View({ state, route }: { state: PageState; route: Route }) {
  const [first = '', second] = route.path;
  switch (first) {
    case '':
      return <Overview state={state} />;
    case 'tools':
      return <Tools state={state} route={route} />;
    case 'servers':
      return second === undefined ? <Overview state={state} /> : <ServerPage key={second} name={second} state={state} route={route} />;
    case 'review':
      return <Review key={second} server={second ?? ''} state={state} />;
    case 'activity':
      return <Activity state={state} route={route} />;
    case 'sessions':
      return <SessionList state={state} />;
    case 'offers':
      return <Offers state={state} />;
    case 'approvals':
      return <Approvals state={state} route={route} />;
    case 'connect':
      return <Connect />;
    default:
      return (
        <Empty title="There is no such view.">
          <p>
            <a href="#/">Overview</a>
          </p>
        </Empty>
      );
  }
}

function SignIn({ refused }: { refused: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    setToken(input.current?.value ?? '');
    connect();
  };
  return (
    <main class="sign-in">
      <h1>mcpgw</h1>
      <p>
        Enter the token of the page (<code>page.token</code> of the configuration), or, if there is none, a key of{' '}
        <code>auth.admin_keys</code>. It is kept until the tab is closed.
      </p>
      <form onSubmit={submit}>
        <label for="token">Token</label>
        <input id="token" ref={input} type="password" autocomplete="current-password" required aria-describedby="sign-in-error" />
        <p id="sign-in-error" class="problem" role="alert">
          {refused}
        </p>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}

/** Tells people who hear the page which servers changed. */
function useAnnouncements(state: PageState | undefined): string {
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  const [said, say] = useState('');
  useEffect(() => {
    if (!state) return;
    const changed = state.servers.filter(({ name, health }) => before.current.has(name) && before.current.get(name) !== health);
    before.current = new Map(state.servers.map(({ name, health }) => [name, health]));
    if (changed.length > 0)
      say(
        changed
          .slice(0, 5)
          .map(({ name, health }) => `${visibleText(name)}: ${healthLabels[health].text}`)
          .join('. '),
      );
  }, [state]);
  return said;
}

function titleOf(state: PageState | undefined): string {
  if (!state) return 'mcpgw';
  const count = state.attention.filter(({ severity }) => severity !== 'info').length;
  return count > 0 ? `(${count}) mcpgw` : 'mcpgw';
}

function App() {
  const { link, state, refused } = useApp();
  const route = useRoute();
  const [isHelp, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  useKeys(openHelp);
  const said = useAnnouncements(state);
  useEffect(() => {
    document.title = titleOf(state);
  }, [state]);
  // A new view is read from its heading on. A tool beside the table takes the focus by itself.
  const view = route.path.slice(0, route.path[0] === 'tools' ? 1 : 3).join('/');
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && document.activeElement?.id !== 'search') document.getElementById('view-heading')?.focus();
    if (state) isFirst.current = false;
  }, [view, state !== undefined]);
  if (link === 'signed-out') return <SignIn refused={refused} />;
  if (!state) return <p class="connecting">{link === 'offline' ? 'The gateway cannot be reached. Trying again…' : 'Connecting…'}</p>;
  return (
    <div class="app" data-link={link}>
      <button type="button" class="skip" onClick={() => document.getElementById('view-heading')?.focus()}>
        Skip to the content
      </button>
      <div class="side">
        <header class="brand">
          <a href="#/" class="logo">
            <img src="icon.svg" alt="" width="20" height="20" /> mcpgw
          </a>
          <span class="link-state" id="link" data-link={link}>
            <span class="dot" data-link={link} aria-hidden="true" />
            {linkNames[link]}
          </span>
        </header>
        <Search route={route} />
        <Navigation state={state} route={route} />
        <ServerLinks state={state} route={route} />
        <footer class="foot">
          <span>
            <Text>{state.version}</Text>
          </span>
          <button type="button" class="quiet small" id="help-open" onClick={openHelp}>
            Keys <kbd>?</kbd>
          </button>
        </footer>
      </div>
      <main id="main" data-view={route.path[0] ?? ''}>
        <Banners state={state} link={link} />
        <View state={state} route={route} />
      </main>
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
      {isHelp && <KeyHelp onClose={() => setHelp(false)} />}
    </div>
  );
}

adoptToken();
render(<App />, document.getElementById('app')!);
connect();
