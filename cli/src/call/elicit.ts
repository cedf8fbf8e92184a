/** Answers questions of a server on the terminal: every field of the form in turn, or an address that a person opens. */
import { safeText } from '@mcpgw/loader';
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { askPerson } from '../ask.js';
import { isList, type JsonData, own } from '../json.js';
import { say } from '../terminal.js';

type Ask = (question: string) => Promise<string>;

/** The value of an answer by the schema of its field; undefined for an answer that is no such value. */
export function fieldValue(answer: string, schema: JsonData): JsonData | undefined {
  const type = own(schema, 'type');
  const choices = own(schema, 'enum');
  if (type === 'boolean') return /^(?:y|yes|true|1)$/i.test(answer) ? true : /^(?:n|no|false|0)$/i.test(answer) ? false : undefined;
  if (type === 'number' || type === 'integer') {
    const value = answer === '' ? Number.NaN : Number(answer);
    return Number.isFinite(value) && (type === 'number' || Number.isInteger(value)) ? value : undefined;
  }
  if (type === 'array')
    return answer
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '');
  return isList(choices) && !choices.includes(answer) ? undefined : answer;
}

function hintOf(schema: JsonData): string {
  const [type, choices, fallback] = [own(schema, 'type'), own(schema, 'enum'), own(schema, 'default')];
  const kind = isList(choices)
    ? choices.map(choice => safeText(String(choice))).join('|')
    : type === 'boolean'
      ? 'y/n'
      : String(type ?? 'string');
  return fallback === undefined ? kind : `${kind}, default ${safeText(JSON.stringify(fallback))}`;
}

/** Attempts for one field. */
const maxAttempts = 5;

async function askField(ask: Ask, name: string, schema: JsonData, isRequired: boolean): Promise<JsonData | undefined | 'cancelled'> {
  const title = own(schema, 'title') ?? name;
  const about = own(schema, 'description');
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = (
      await ask(`  ${safeText(String(title))}${about === undefined ? '' : ` (${safeText(String(about))})`} [${hintOf(schema)}]: `)
    ).trim();
    const fallback = own(schema, 'default');
    if (answer === '' && fallback !== undefined) return fallback;
    if (answer === '' && !isRequired) return undefined;
    const value = fieldValue(answer, schema);
    if (value !== undefined && answer !== '') return value;
    say(`  "${safeText(answer)}" is not an answer to that\n`);
  }
  return 'cancelled';
}

/** The answer of a person to a question. Ctrl-D and an answer that is never right cancel it. */
export async function answerQuestion({ params }: ElicitRequest, ask: Ask): Promise<ElicitResult> {
  say(`The server asks: ${safeText(params.message)}\n`);
  if (params.mode === 'url') {
    say(`It asks you to open: ${safeText(params.url)}\n`);
    const answer = await ask('Continue when you are done there? [y/N] ');
    return { action: /^y(?:es)?$/i.test(answer.trim()) ? 'accept' : 'decline' };
  }
  const schema = params.requestedSchema as JsonData;
  const required = own(schema, 'required');
  const fields = Object.entries((own(schema, 'properties') ?? {}) as Readonly<Record<string, JsonData>>);
  if (!/^y(?:es)?$/i.test((await ask(fields.length === 0 ? 'Accept? [y/N] ' : 'Answer it? [y/N] ')).trim())) return { action: 'decline' };
  const values: [string, JsonData][] = [];
  for (const [name, field] of fields) {
    const value = await askField(ask, name, field, isList(required) && required.includes(name));
    if (value === 'cancelled') return { action: 'cancel' };
    if (value !== undefined) values.push([name, value]);
  }
  return { action: 'accept', content: Object.fromEntries(values) as NonNullable<ElicitResult['content']> };
}

/** Asks on the terminal. */
export async function onTerminal(request: ElicitRequest, signal: AbortSignal): Promise<ElicitResult> {
  const ended = new Error('the input ended');
  const ask = async (question: string) => {
    const answer = await askPerson(question, signal);
    if (answer === undefined) throw ended;
    return answer;
  };
  try {
    return await answerQuestion(request, ask);
  } catch (error) {
    if (error === ended) return { action: 'cancel' };
    throw error;
  }
}
