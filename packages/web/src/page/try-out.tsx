/** Calls a tool with arguments that are filled in here. The gateway treats the call like that of any client. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TriedQuestion, TriedQuestions, TriedView } from '../api/try-call.js';
import type { ToolDetail } from '../api/view.js';
import { post, problemOf } from './api.js';
import { argumentsOf, type FormField, fieldsOf } from './form-fields.js';
import { latency } from './format.js';
import { parseSchema } from './parameters.js';
import { Text } from './text.js';
import { Tag } from './ui.js';

function Input({ field, id, value, onValue }: { field: FormField; id: string; value: string; onValue: (value: string) => void }) {
  const described = field.description === '' ? {} : { 'aria-describedby': `${id}-about` };
  const shared = { id, required: field.required && field.kind !== 'text', ...described };
  if (field.kind === 'choice')
    return (
      <select {...shared} value={value} onChange={event => onValue(event.currentTarget.value)}>
        <option value="">{field.required ? 'Choose' : 'Leave out'}</option>
        {field.choices.map(choice => (
          <option key={choice} value={choice}>
            {choice.replace(/^"(.*)"$/, '$1')}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'json')
    return (
      <textarea {...shared} rows={3} class="mono" value={value} placeholder="JSON" onInput={event => onValue(event.currentTarget.value)} />
    );
  const isLong = field.kind === 'text' && (value.includes('\n') || value.length > 60);
  if (isLong) return <textarea {...shared} rows={4} value={value} onInput={event => onValue(event.currentTarget.value)} />;
  const mode = field.kind === 'number' ? { inputMode: 'decimal' as const } : {};
  return (
    <input
      {...shared}
      {...mode}
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={event => onValue(event.currentTarget.value)}
    />
  );
}

function Fields({
  fields,
  values,
  onValue,
  prefix = 'field',
}: {
  fields: readonly FormField[];
  values: ReadonlyMap<string, string>;
  prefix?: string;
  onValue: (name: string, value: string) => void;
}) {
  if (fields.length === 0) return <p class="soft">The tool has no parameters.</p>;
  return (
    <div class="fields">
      {fields.map((field, index) => {
        const id = `${prefix}-${index}`;
        return (
          <div class="field" key={field.name}>
            <label for={id}>
              <code>
                <Text>{field.name}</Text>
              </code>{' '}
              <span class="soft">
                {field.type}
                {field.required ? ', required' : ''}
              </span>
            </label>
            <Input field={field} id={id} value={values.get(field.name) ?? ''} onValue={value => onValue(field.name, value)} />
            {field.description !== '' && (
              <p class="soft about" id={`${id}-about`}>
                <Text>{field.description}</Text>
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Checks a text of JSON, whose digits stay as they are. @throws Error with what is wrong, for the person */
function checkedJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    throw new Error('The answer must be JSON');
  }
  return text;
}

/** One question of a call that waits: a form, or an address to open. `keep` gets what reads the answer, as JSON, when all of them are sent. */
function Question({ question, keep }: { question: TriedQuestion; keep: (read: () => string) => void }) {
  const { message, url, schema } = question;
  const fields = useMemo(() => (schema === undefined ? [] : fieldsOf(parseSchema(schema) ?? {})), [schema]);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(
    () => new Map((fields ?? []).map(({ name, initial }) => [name, initial])),
  );
  const [json, setJson] = useState('{}');
  keep(() => {
    if (schema === undefined) return '{"action":"accept"}';
    return `{"action":"accept","content":${fields === undefined ? checkedJson(json) : argumentsOf(fields, values)}}`;
  });
  return (
    <div class="question">
      <p class="prose">
        <Text>{message}</Text>
      </p>
      {url !== undefined && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <Text>{url}</Text>
          </a>
        </p>
      )}
      {schema !== undefined && fields !== undefined && fields.length > 0 && (
        <Fields
          fields={fields}
          values={values}
          prefix={`answer-${question.name}`}
          onValue={(name, value) => setValues(new Map(values).set(name, value))}
        />
      )}
      {schema !== undefined && fields === undefined && (
        <textarea class="mono" rows={4} aria-label="Answer as JSON" value={json} onInput={event => setJson(event.currentTarget.value)} />
      )}
    </div>
  );
}

/** The questions of a call, which waits until they are answered. */
function Questions({ asked, send, isBusy }: { asked: TriedQuestions; send: (responses: string) => void; isBusy: boolean }) {
  const [problem, setProblem] = useState('');
  const readers = useRef(new Map<string, () => string>());
  const answer = (reply: (name: string) => string) => {
    try {
      send(`{${asked.questions.map(({ name }) => `${JSON.stringify(name)}:${reply(name)}`).join(',')}}`);
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <section class="result questions" aria-label="Questions of the call">
      <h3>The call asks</h3>
      {asked.questions.map(question => (
        <Question key={question.name} question={question} keep={read => readers.current.set(question.name, read)} />
      ))}
      <div class="buttons">
        <button type="button" class="primary" disabled={isBusy} onClick={() => answer(name => readers.current.get(name)!())}>
          {asked.questions.every(({ url }) => url !== undefined) ? 'Done, go on' : 'Answer'}
        </button>
        <button type="button" disabled={isBusy} onClick={() => answer(() => '{"action":"decline"}')}>
          Decline
        </button>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}

function Result({ tried }: { tried: TriedView }) {
  return (
    <section class="result" aria-label="Result" data-ok={tried.isOk}>
      <p>
        <Tag kind={tried.isOk ? 'ok' : 'bad'}>{tried.isOk ? 'Succeeded' : 'Failed'}</Tag>{' '}
        <span class="soft">{latency(tried.milliseconds)}</span>
      </p>
      {tried.texts.map((text, index) => (
        <pre key={index} class="wrap">
          <Text>{text}</Text>
        </pre>
      ))}
      <details open={tried.texts.length === 0}>
        <summary>Answer as JSON{tried.isCut ? ' (cut)' : ''}</summary>
        <pre>
          <Text>{tried.answer}</Text>
        </pre>
      </details>
    </section>
  );
}

/** The form. Nothing is sent before the button is pressed, and of a destructive tool not before a box is ticked. */
export function TryOut({ tool, exchangesTokens }: { tool: ToolDetail; exchangesTokens: boolean }) {
  const fields = useMemo(() => fieldsOf(parseSchema(tool.inputSchema) ?? {}), [tool.inputSchema]);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(
    () => new Map((fields ?? []).map(({ name, initial }) => [name, initial])),
  );
  const [json, setJson] = useState<string | undefined>(fields === undefined ? '{}' : undefined);
  const [problem, setProblem] = useState('');
  const [tried, setTried] = useState<TriedView>();
  const [isBusy, setBusy] = useState(false);
  const [isSure, setSure] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const isDestructive = tool.hints.includes('destructive');
  const edit = () => {
    try {
      setJson(json === undefined && fields ? argumentsOf(fields, values) : undefined);
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const send = async (more: Readonly<Record<string, string>>) => {
    setProblem('');
    try {
      const text = json ?? argumentsOf(fields ?? [], values);
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      if (more.requestState === undefined) setTried(undefined);
      setTried(await post<TriedView>('call', { server: tool.server, tool: tool.name, arguments: text, ...more }, controller.signal));
    } catch (error) {
      if (running.current?.signal.aborted) setProblem('Cancelled.');
      else setProblem(error instanceof TypeError || error instanceof DOMException ? problemOf(error) : (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const call = (event: Event) => {
    event.preventDefault();
    void send({});
  };
  const asked = tried?.asked;
  if (tool.status !== 'callable')
    return (
      <p class="note">
        The tool cannot be called now. <Text>{tool.remedy}</Text>
      </p>
    );
  return (
    <form class="try" onSubmit={call}>
      {json === undefined ? (
        <Fields fields={fields ?? []} values={values} onValue={(name, value) => setValues(new Map(values).set(name, value))} />
      ) : (
        <div class="field">
          <label for="arguments">Arguments as JSON</label>
          <textarea
            id="arguments"
            class="mono"
            rows={10}
            value={json}
            spellcheck={false}
            onInput={event => setJson(event.currentTarget.value)}
          />
        </div>
      )}
      {isDestructive && (
        <label class="check">
          <input type="checkbox" checked={isSure} onChange={event => setSure(event.currentTarget.checked)} /> The server says that this tool
          may destroy data. Call it anyway.
        </label>
      )}
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy || (isDestructive && !isSure)}>
          {isBusy ? 'Calling…' : 'Call the tool'}
        </button>
        {isBusy && (
          <button type="button" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        )}
        {fields !== undefined && (
          <button type="button" class="quiet" onClick={edit}>
            {json === undefined ? 'Edit as JSON' : 'Back to the form'}
          </button>
        )}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
      {asked && (
        <Questions
          key={`${asked.requestState} ${asked.questions.map(({ name }) => name)}`}
          asked={asked}
          isBusy={isBusy}
          send={inputResponses => void send({ requestState: asked.requestState, inputResponses })}
        />
      )}
      {tried && !asked && <Result tried={tried} />}
      {exchangesTokens && (
        <p class="note">
          This server gets tokens that are exchanged for those of its callers (<code>oauth.subject: caller</code>). The page can call it
          only if you opened the page with a token of <code>auth.oauth</code>: a key, or the token of the page, cannot be exchanged.
        </p>
      )}
      <p class="soft small-print">The call is recorded, and limited, as that of any client.</p>
    </form>
  );
}
