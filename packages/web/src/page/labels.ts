/** The words for states, with the kind of tag that each has. */
import type { Health, ToolView } from '../api/view.js';

/** A word and the look of its tag. */
export interface Label {
  readonly text: string;
  readonly kind: 'ok' | 'warn' | 'bad' | 'off' | 'plain' | 'quiet';
}

/** The states of servers. */
export const healthLabels: Readonly<Record<Health, Label>> = {
  ok: { text: 'Up', kind: 'ok' },
  starting: { text: 'Connecting', kind: 'plain' },
  waiting: { text: 'Retrying', kind: 'warn' },
  failed: { text: 'Down', kind: 'bad' },
  off: { text: 'Off', kind: 'off' },
};

const statusLabels: Readonly<Record<ToolView['status'], Label>> = {
  callable: { text: 'Callable', kind: 'quiet' },
  pending_approval: { text: 'New', kind: 'warn' },
  disabled_by_user: { text: 'Disabled', kind: 'off' },
  disabled_by_config: { text: 'Disabled by configuration', kind: 'off' },
  server_disabled: { text: 'Server disabled', kind: 'off' },
  server_quarantined: { text: 'Server in quarantine', kind: 'off' },
  login_required: { text: 'Login required', kind: 'warn' },
  disabled_unknown: { text: 'Locked', kind: 'bad' },
};

/** The state of a tool. A changed tool stands out from a new one. */
export function toolLabel({ status, approval }: Pick<ToolView, 'status' | 'approval'>): Label {
  return status === 'pending_approval' && approval === 'changed' ? { text: 'Changed', kind: 'bad' } : statusLabels[status];
}

/** The look of the tag of a hint. */
export const hintKinds: Readonly<Record<string, string>> = {
  destructive: 'hint-bad',
  'read-only': 'hint-ok',
  idempotent: 'hint',
  'open world': 'hint',
};

/** The name of a transport in short. */
export function transportName(protocol: string): string {
  return protocol === 'streamable-http' ? 'http' : protocol === 'rest' ? 'REST API' : protocol;
}
