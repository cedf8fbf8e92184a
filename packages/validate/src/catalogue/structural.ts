import type { RuleId } from '@mcpgw/diagnostics';
import type { RuleSummary } from '@mcpgw/structure';

const error = (id: RuleId, why: string): RuleSummary => ({ id, severity: 'error', why });
const warning = (id: RuleId, why: string): RuleSummary => ({ id, severity: 'warning', why });

/** Ids of findings that no rule reports: those about the text, the structure and the references of a file. */
export const structuralRules: readonly RuleSummary[] = [
  error('alias-bomb', 'Aliases that expand without bounds bring the reader down.'),
  error('bad-reference', 'The proxy refuses a reference that leads nowhere, and two listeners on one port.'),
  error('bad-value', 'The reader of the file refuses the value.'),
  error('cel-syntax', 'The proxy refuses a CEL expression that cannot be parsed.'),
  warning('cel-unreadable', 'The API server takes the expression, and the proxy cannot read it: what hangs on it does not happen.'),
  warning('cel-not-checked', 'The rule of the definition uses something that only the API server evaluates, so nothing is known of it.'),
  error('cel-rule', 'The API server refuses an object for which a rule of its definition does not hold.'),
  error('conflicting-fields', 'The fields exclude each other: the reader refuses the file.'),
  error('document-count', 'The reader takes exactly one document.'),
  error('duplicate-field', 'The reader refuses a field that is set twice.'),
  error('duplicate-object', 'Of an object that is defined twice only one definition holds, or the deploy fails.'),
  error('duplicate-key', 'The API server refuses an object in which a key stands twice.'),
  error('env-file-line', 'A line of an env file that is none sets nothing.'),
  warning('experimental-api', 'A cluster with the standard channel of the Gateway API refuses the object.'),
  warning('feature-gate', 'A server with the default feature gates of its version drops the field in silence.'),
  warning('ignored-field', 'The reader takes the field in silence and does nothing with it.'),
  error('json-syntax', 'The reader of the file takes JSON, and no more.'),
  error('missing-field', 'The reader refuses a file without the field.'),
  error('no-endpoint', 'A server without a command or an address cannot be reached.'),
  error('not-an-object', 'A manifest holds Kubernetes objects, and nothing else.'),
  error('not-utf8', 'The reader takes UTF-8 only.'),
  warning('reasonless-suppression', 'Nobody can tell later whether the suppression is still wanted.'),
  error('regex-syntax', 'The proxy refuses a regular expression that cannot be parsed.'),
  error('removed-api', 'The API server no longer serves this version of the kind.'),
  error('render-error', 'The chart cannot be rendered with these values: the deploy fails.'),
  warning('stale-suppression', 'A suppression that silences nothing hides the next real finding.'),
  error('too-deep', 'The reader refuses a document that is nested so deeply.'),
  error('too-large', 'Files of this size are not read.'),
  error('unknown-field', 'The reader refuses a field that it does not know.'),
  error('unknown-format', 'No list of MCP servers is found in the file.'),
  warning(
    'unknown-kind',
    'The file or the object is of no kind that is checked, so nothing is known of it; a name close to a known one is an error.',
  ),
  error('unknown-rule', 'The suppression names no rule, so it silences nothing.'),
  error(
    'unset-variable',
    'The variable is not set, so the reader stops or uses the placeholder itself. Checked with --env and --env-file.',
  ),
  error('unsupported-placeholder', 'The placeholder is none that is resolved: the server would get its text instead of a value.'),
  error('unsupported-setting', 'The setting is documented, and mcpgw does not honor it: something is protected by the file alone.'),
  error('unsupported-transport', 'The transport is none that is supported.'),
  warning('unused-value', 'No template reads the value: it has no effect.'),
  error('values-schema', "The chart's schema refuses the value: the deploy fails."),
  error('wrong-type', 'The reader refuses a value of this type.'),
  error('yaml-syntax', 'The file is not YAML, or not of the kind that the reader takes.'),
];
