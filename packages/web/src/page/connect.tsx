/** Text to copy for each MCP client. */
import type { ClientEntry } from '@mcpgw/mcp-config';
import { useState } from 'preact/hooks';
import type { PageEndpoint } from '../api/deps.js';
import { useLoaded } from './hooks.js';
import { Copy, Head } from './ui.js';

interface Entries extends PageEndpoint {
  readonly entries: readonly ClientEntry[];
}

/** The address of the endpoint for clients, as this browser reaches the gateway. */
const addressOf = (profile: string): string => `${location.origin}/mcp${profile === '' ? '' : `/p/${profile}`}`;

/** The view `#/connect`. */
export function Connect() {
  const [profile, setProfile] = useState('');
  const [chosen, setChosen] = useState('claude-code');
  const url = addressOf(profile);
  const { data, problem } = useLoaded<Entries>('connect', { url });
  const entry = data?.entries.find(({ id }) => id === chosen);
  return (
    <>
      <Head title="Connect a client" />
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      <section class="connect-address" aria-labelledby="address-heading">
        <h2 id="address-heading">Address</h2>
        <p class="copy-line">
          <code>{url}</code> <Copy text={url} label="Copy the address" />
        </p>
        {data && data.profiles.length > 0 && (
          <label>
            Profile{' '}
            <select value={profile} onChange={event => setProfile(event.currentTarget.value)}>
              <option value="">All servers</option>
              {data.profiles.map(name => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <p class="soft">
          Streamable HTTP.{' '}
          {data?.asksForKey &&
            (data.hasLogin
              ? 'Clients log in with OAuth, or send a key as a bearer token.'
              : 'Clients send a key of auth.api_keys as a bearer token.')}
        </p>
      </section>
      <section aria-labelledby="clients-heading">
        <h2 id="clients-heading">Clients</h2>
        <div class="clients">
          <div class="client-names" role="group" aria-label="Client">
            {data?.entries.map(({ id, client }) => (
              <button key={id} type="button" aria-pressed={chosen === id} onClick={() => setChosen(id)}>
                {client}
              </button>
            ))}
          </div>
          {entry && (
            <div class="client-entry">
              <p class="copy-line">
                <span>
                  {entry.place === 'terminal' ? 'Run in a terminal' : 'Add to '}
                  {entry.place !== 'terminal' && <code>{entry.place}</code>}
                </span>
                <Copy text={entry.text} label={`Copy the entry for ${entry.client}`} />
              </p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
              <pre tabIndex={0}>{entry.text}</pre>
              {entry.note !== '' && <p class="soft">{entry.note}</p>}
            </div>
          )}
        </div>
      </section>
    </>
  );
}
