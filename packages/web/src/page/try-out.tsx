/** Calls a tool with arguments that are filled in here. The gateway treats the call like that of any client. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TriedView } from '../api/try-call.js';
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
}: {
  fields: readonly FormField[];
  values: ReadonlyMap<string, string>;
  onValue: (name: string, value: string) => void;
}) {
  if (fields.length === 0) return <p class="soft">The tool has no parameters.</p>;
  return (
    <div class="fields">
      {fields.map((field, index) => {
        const id = `field-${index}`;
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
export function TryOut({ tool }: { tool: ToolDetail }) {
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
  const call = async (event: Event) => {
    event.preventDefault();
    setProblem('');
    try {
      const text = json ?? argumentsOf(fields ?? [], values);
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      setTried(undefined);
      setTried(await post<TriedView>('call', { server: tool.server, tool: tool.name, arguments: text }, controller.signal));
    } catch (error) {
      if (running.current?.signal.aborted) setProblem('Cancelled.');
      else setProblem(error instanceof TypeError || error instanceof DOMException ? problemOf(error) : (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
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
      {tried && <Result tried={tried} />}
      <p class="soft small-print">The call is recorded, and limited, as that of any client.</p>
    </form>
  );
}
