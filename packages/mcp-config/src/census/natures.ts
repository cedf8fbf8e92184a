/** Answers that hold for several fields of one nature. */
import type { RuleId } from '@mcpgw/diagnostics';
import type { Answers } from '@mcpgw/structure';

const plain: Answers = {
  inert: 'Every accepted value counts.',
  opens: 'It lets nobody in and keeps nobody out.',
  breaks: 'No accepted value fails by itself.',
  conflicts: 'No other field is about the same thing.',
};

/** Answers of which some are given; the others hold for fields that count, protect nothing and stand alone. */
export const answers = (given: Partial<Answers>): Answers => ({ ...plain, ...given });

/** A text that people read. */
export const words: Answers = answers({ inert: 'It is a string for people: nothing depends on it.' });

/** A setting that mcpgw does not honor; each use is reported with its effect. */
const unsupportedRule: readonly RuleId[] = ['unsupported-setting'];
export const unsupported: Answers = answers({
  inert: unsupportedRule,
  opens: unsupportedRule,
  breaks: 'Nothing in mcpgw depends on it.',
  conflicts: 'Nothing in mcpgw depends on it.',
});

/** A member of a setting that mcpgw does not honor: the setting is reported as a whole. */
export const inUnsupported: Answers = answers({
  inert: 'The setting that it belongs to is reported as a whole by unsupported-setting.',
  opens: unsupportedRule,
  breaks: 'Nothing in mcpgw depends on it.',
  conflicts: 'Nothing in mcpgw depends on it.',
});

/** A deprecated field. */
export const deprecated: Answers = answers({ inert: ['deprecated-field'] });

/** A field that only the client of the file reads. */
export const ofClient: Answers = answers({
  inert: 'Only the client of the file reads it; mcpgw and other clients pass over it.',
  breaks: 'Nothing in mcpgw depends on it.',
});

/** A container: its members have rows of their own. */
export const container: Answers = answers({ inert: 'Its members have rows of their own.' });

/** A field of a program or of an address: without effect where the server is the other one. */
export const ofTransport = (given: Partial<Answers> = {}): Answers =>
  answers({ inert: ['unused-server-field'], conflicts: ['unused-server-field'], ...given });
