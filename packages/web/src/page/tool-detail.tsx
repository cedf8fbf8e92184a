/** What a tool is: its description and parameters, or what changed of them since they were approved. */
import type { ToolDetail } from '../api/view.js';
import { diff, lines, wordChanges } from './diff.js';
import { maxParameters, type Parameter, parametersOf, parseSchema } from './parameters.js';
import { Text } from './text.js';
import { Tag } from './ui.js';

const tags = { same: 'span', gone: 'del', new: 'ins' } as const;
const signs = { same: '  ', gone: '− ', new: '+ ' };

function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <p class="prose">
      {wordChanges(before, after).map(({ kind, parts }, index) => {
        const Kind = tags[kind];
        return (
          <Kind key={index}>
            <Text>{parts.join('')}</Text>
          </Kind>
        );
      })}
    </p>
  );
}

/** Lines that stay, around a change. */
const context = 3;

function LineDiff({ before, after }: { before: string; after: string }) {
  const changes = diff(lines(before), lines(after));
  return (
    <pre class="diff">
      {changes.flatMap(({ kind, parts }, at) => {
        const Kind = tags[kind];
        const isLong = kind === 'same' && parts.length > 2 * context + 1;
        const [head, tail] = [at === 0 ? 0 : context, at === changes.length - 1 ? 0 : context];
        const shown = isLong ? [...parts.slice(0, head), undefined, ...parts.slice(parts.length - tail)] : parts;
        return shown.map((line, index) =>
          line === undefined ? (
            <span key={`${at}-${index}`} class="line gap">
              … {parts.length - head - tail} lines did not change
            </span>
          ) : (
            <Kind key={`${at}-${index}`} class="line">
              {signs[kind]}
              <Text>{line}</Text>
            </Kind>
          ),
        );
      })}
    </pre>
  );
}

/** A table of parameters. */
export function Parameters({ rows }: { rows: readonly Parameter[] }) {
  if (rows.length === 0) return <p class="soft">No parameters.</p>;
  return (
    <div class="table-wrap">
      <table class="rows parameters">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, type, required, description, notes }) => (
            <tr key={name}>
              <th scope="row">
                <code>
                  <Text>{name}</Text>
                </code>
                {required && <span class="required"> required</span>}
              </th>
              <td class="type">
                <Text>{type}</Text>
              </td>
              <td>
                <Text>{description}</Text>
                {notes.length > 0 && (
                  <p class="soft notes">
                    <Text>{notes.join(' · ')}</Text>
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length >= maxParameters && (
        <p class="note">Only the first {maxParameters} parameters are shown; the JSON Schema below has all.</p>
      )}
    </div>
  );
}

function Schema({ title, text, before }: { title: string; text: string; before: string | undefined }) {
  const isChanged = before !== undefined && before !== text;
  if (text === '' && !isChanged) return null;
  const schema = parseSchema(text);
  return (
    <section>
      <h3>
        {title} {isChanged && <Tag kind="bad">changed</Tag>}
      </h3>
      {isChanged && <LineDiff before={before} after={text} />}
      {schema && <Parameters rows={parametersOf(schema)} />}
      <details>
        <summary>JSON Schema</summary>
        <pre>
          <Text>{text}</Text>
        </pre>
      </details>
    </section>
  );
}

function Rest({ tool }: { tool: ToolDetail }) {
  const { rest, approved, approvedIsWhole } = tool;
  const before = approvedIsWhole ? approved?.rest : undefined;
  const isChanged = before !== undefined && before !== rest;
  if (rest === '' && !isChanged) return null;
  return (
    <section>
      <h3>Title, annotations and other fields {isChanged && <Tag kind="bad">changed</Tag>}</h3>
      {isChanged ? (
        <LineDiff before={before} after={rest} />
      ) : (
        <details>
          <summary>JSON</summary>
          <pre>
            <Text>{rest}</Text>
          </pre>
        </details>
      )}
      {approved && !approvedIsWhole && <p class="note">Whether these fields are what was approved is not recorded.</p>}
    </section>
  );
}

function Notes({ tool }: { tool: ToolDetail }) {
  return (
    <>
      {tool.caution !== '' && <p class="note problem">Caution: {tool.caution}.</p>}
      {tool.approved && (
        <p class="note">
          Changed since it was approved: <del>struck</del> is gone, <ins>underlined</ins> is new.
        </p>
      )}
      {tool.changed && !tool.approved && (
        <p class="note">Changed since it was approved. What was approved is not recorded, so review it as a new tool.</p>
      )}
      {!tool.changed && tool.remedy !== '' && (
        <p class="note">
          <Text>{tool.remedy}</Text>
        </p>
      )}
      {tool.truncated && (
        <p class="note problem">Too large to be shown completely, so it cannot be approved here. Use mcpgw tools approve.</p>
      )}
    </>
  );
}

/** All that a person needs to know to decide about a tool. */
export function Details({ tool }: { tool: ToolDetail }) {
  const before = tool.approved;
  const isChanged = before !== null && before.description !== tool.description;
  return (
    <div class="details">
      <Notes tool={tool} />
      <section>
        <h3>Description {isChanged && <Tag kind="bad">changed</Tag>}</h3>
        {isChanged ? (
          <WordDiff before={before.description} after={tool.description} />
        ) : tool.description === '' ? (
          <p class="soft">None.</p>
        ) : (
          <p class="prose">
            <Text>{tool.description}</Text>
          </p>
        )}
      </section>
      <Schema title="Parameters" text={tool.inputSchema} before={before?.inputSchema} />
      <Schema title="Result" text={tool.outputSchema} before={before?.outputSchema} />
      <Rest tool={tool} />
    </div>
  );
}
