/** The recorder of a running gateway: the settings in effect, and the secrets that no record may hold. */
import { Recorder, type RecorderFault, type Redact, redactor } from '@mcpgw/activity';
import type { Logger } from '@mcpgw/gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { openActivityStore } from '../activity-store.js';
import { secretsOf } from './secrets.js';

interface InEffect {
  readonly config: ServeConfig;
  readonly env: Env;
}

/** Logs that activity cannot be recorded, and that it can be again. */
export function logRecorderFault(fault: RecorderFault, logger: Logger): void {
  if (fault.kind === 'failing') logger.error('activity cannot be recorded; calls continue', { error: fault.reason });
  else logger.info('activity is recorded again', { lost: fault.lost });
}

/** What hides secrets in contents of calls, by the settings in effect. */
export function redactionOf(current: InEffect): () => Redact {
  let made: { readonly config: ServeConfig; readonly redact: Redact } | undefined;
  return () => {
    const { config, env } = current;
    if (made?.config !== config) made = { config, redact: redactor({ ...config.activity.redact, secrets: secretsOf(config, env) }) };
    return made.redact;
  };
}

/** The recorder of what is in effect. A reload changes what it hides and keeps. @throws CliError for a store of MCPGW_STATE that is none */
export function openRecorder(current: InEffect, redact: () => Redact, onFault: (fault: RecorderFault) => void): Recorder {
  return new Recorder({
    store: openActivityStore(current.config.store, current.env),
    keep: () => ({ ageMs: current.config.activity.keep.age, bytes: current.config.activity.keep.size }),
    redact: () => value => redact()(value),
    onFault,
  });
}
