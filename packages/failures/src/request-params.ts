/** Which methods clients may call, and the parameters that each of them needs: MCP 2024-11-05 to 2026-07-28. */
import { isPlainObject } from '@mcpgw/loader/internal';
import { isBlank } from './blank.js';

/** What is wrong with a value, as the end of a sentence that starts with its name; undefined if it is valid. */
type Check = (value: unknown) => string | undefined;

interface Field {
  readonly required: boolean;
  readonly check: Check;
}

function must(phrase: string, fits: (value: unknown) => boolean): Check {
  return value => (fits(value) ? undefined : `must be ${phrase}`);
}

const isString = (value: unknown) => typeof value === 'string';
const string = must('a string', isString);
const filled = must('a string that is not empty', value => typeof value === 'string' && !isBlank(value));
const object = must('an object', isPlainObject);
const strings = must('an object of strings', value => isPlainObject(value) && Object.values(value).every(isString));
const token = must('a string or an integer', value => isString(value) || Number.isInteger(value));
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const level = must(`one of ${levels.join(', ')}`, value => isString(value) && levels.includes(value as string));

function fieldsOf(fields: Readonly<Record<string, Check>>, required: boolean): [string, Field][] {
  return Object.entries(fields).map(([name, check]) => [name, { required, check }]);
}

type Fields = ReadonlyMap<string, Field>;

function fields(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Fields {
  return new Map([...fieldsOf(required, true), ...fieldsOf(optional, false)]);
}

/** What is wrong with the first field of `value` that is missing or invalid. */
function faultIn(value: Readonly<Record<string, unknown>>, known: Fields): string | undefined {
  for (const [name, { required, check }] of known) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const fault = given === undefined ? (required ? 'is missing' : undefined) : check(given);
    if (fault !== undefined) return `'${name}' ${fault}`;
  }
  return undefined;
}

function nested(known: Fields): Check {
  return value => {
    if (!isPlainObject(value)) return 'must be an object';
    const fault = faultIn(value, known);
    return fault === undefined ? undefined : `is not valid: ${fault}`;
  };
}

const promptRef = nested(fields({ name: string }));
const resourceRef = nested(fields({ uri: string }));
const reference: Check = value => {
  if (!isPlainObject(value)) return 'must be an object';
  if (value.type === 'ref/prompt') return promptRef(value);
  return value.type === 'ref/resource' ? resourceRef(value) : "must have the type 'ref/prompt' or 'ref/resource'";
};

const page = fields({}, { cursor: string });
const task = fields({ taskId: filled });
const uri = fields({ uri: filled });

const methods: ReadonlyMap<string, Fields> = new Map([
  ['initialize', fields({ protocolVersion: string, capabilities: object, clientInfo: nested(fields({ name: string, version: string })) })],
  ['ping', fields({})],
  ['server/discover', fields({})],
  ['subscriptions/listen', fields({})],
  ['tools/list', page],
  ['tools/call', fields({ name: filled }, { arguments: object, task: object })],
  ['resources/list', page],
  ['resources/templates/list', page],
  ['resources/read', uri],
  ['resources/subscribe', uri],
  ['resources/unsubscribe', uri],
  ['prompts/list', page],
  ['prompts/get', fields({ name: filled }, { arguments: strings })],
  [
    'completion/complete',
    fields(
      { ref: reference, argument: nested(fields({ name: string, value: string })) },
      { context: nested(fields({}, { arguments: strings })) },
    ),
  ],
  ['logging/setLevel', fields({ level })],
  ['tasks/list', page],
  ['tasks/get', task],
  ['tasks/result', task],
  ['tasks/cancel', task],
  ['tasks/update', task],
]);

const meta = nested(fields({}, { progressToken: token }));

export function isKnownMethod(method: string): boolean {
  return methods.has(method);
}

/** What is wrong with the `params` of a request: the message of a -32602; undefined if they are valid, or if `method` is not known. */
export function paramsFault(method: string, params: unknown): string | undefined {
  const known = methods.get(method) ?? fields({});
  if (params === undefined) {
    return [...known.values()].some(field => field.required) ? `Missing params for ${method}` : undefined;
  }
  if (!isPlainObject(params)) return 'Invalid params: must be an object';
  const fault = faultIn(params, new Map([...known, ['_meta', { required: false, check: meta }]]));
  return fault === undefined ? undefined : `Invalid params: ${fault}`;
}
