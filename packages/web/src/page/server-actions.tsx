/** What can be done with a server. */
import { useState } from 'preact/hooks';
import type { ServerView } from '../api/view.js';
import { post } from './api.js';
import { counted } from './format.js';
import { linkTo } from './router.js';
import { Text, visibleText } from './text.js';
import { ActionButton, Dialog } from './ui.js';

async function login(server: string): Promise<undefined> {
  const { url } = await post<{ url: string }>('login', { server });
  location.assign(url);
  return undefined;
}

/** Begins a login to a server, in this browser. */
export function LoginButton({ server }: { server: string }) {
  return (
    <ActionButton kind="primary" run={() => login(server)} label={`Log in to ${visibleText(server)}`}>
      Log in
    </ActionButton>
  );
}

/** Connects to a server anew. */
export function RestartButton({ server }: { server: string }) {
  const run = async () => {
    await post('restart', { server });
    return `${visibleText(server)} is restarting.`;
  };
  return (
    <ActionButton run={run} label={`Restart ${visibleText(server)}`}>
      Restart
    </ActionButton>
  );
}

/** Ends the decision that keeps a server off. */
export function EnableButton({ server, switched }: { server: string; switched: ServerView['switched'] }) {
  const run = async () => {
    await post('server/enable', { server });
    return `${visibleText(server)} is enabled.`;
  };
  return (
    <ActionButton
      kind="primary"
      run={run}
      label={`${switched?.to === 'quarantined' ? 'End the quarantine of' : 'Enable'} ${visibleText(server)}`}
    >
      {switched?.to === 'quarantined' ? 'End quarantine' : 'Enable'}
    </ActionButton>
  );
}

/** The link to the review of what waits on a server: of all of it, or of what is new or has changed. */
export function ReviewLink(props: { server: string; count: number; what?: 'new' | 'changed'; isSmall?: boolean }) {
  const { server, count, what, isSmall } = props;
  const label = `Review ${counted(count, what === undefined ? 'tool' : `${what} tool`)} of ${visibleText(server)}`;
  return (
    <a class={`button ${isSmall ? 'small' : 'primary'}`} href={linkTo(['review', server])} aria-label={label}>
      Review {count} {what}
    </a>
  );
}

const questions = {
  disable: {
    button: 'Disable',
    text: 'The connection is closed, and clients see none of its tools, prompts and resources until it is enabled again.',
    done: 'is disabled.',
  },
  quarantine: {
    button: 'Quarantine',
    text: 'The connection is closed, and nothing that the server says reaches clients until somebody ends the quarantine.',
    done: 'is in quarantine.',
  },
} as const;

/** Disables a server or puts it into quarantine, after a question. */
export function SwitchOff({ server, what }: { server: string; what: keyof typeof questions }) {
  const [isAsking, setAsking] = useState(false);
  const { button, text, done } = questions[what];
  const run = async () => {
    await post(`server/${what}`, { server });
    setAsking(false);
    return `${visibleText(server)} ${done}`;
  };
  const title = (
    <>
      {button} <Text>{server}</Text>?
    </>
  );
  return (
    <>
      <button type="button" class="quiet" onClick={() => setAsking(true)} aria-label={`${button} ${visibleText(server)}`}>
        {button}
      </button>
      {isAsking && (
        <Dialog
          title={title}
          onClose={() => setAsking(false)}
          footer={
            <>
              <button type="button" onClick={() => setAsking(false)}>
                Cancel
              </button>
              <ActionButton kind="danger" run={run}>
                {button}
              </ActionButton>
            </>
          }
        >
          <p>{text}</p>
          <p class="soft">The decision holds at every replica and after a restart, and is recorded.</p>
        </Dialog>
      )}
    </>
  );
}
