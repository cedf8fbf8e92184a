/** The review of what waits on a server: a choice for each tool, applied together. */
import { useState } from 'preact/hooks';
import type { ReviewList } from '../api/answers.js';
import type { PageState, ToolDetail } from '../api/view.js';
import { post } from './api.js';
import { counted } from './format.js';
import { useLoaded } from './hooks.js';
import { toolLabel } from './labels.js';
import { linkTo } from './router.js';
import { Text, visibleText } from './text.js';
import { Details } from './tool-detail.js';
import { ToolTags } from './tool-table.js';
import { ActionButton, Empty, Head, Tag } from './ui.js';

type Choice = 'later' | 'approve' | 'disable';
const choices = [
  ['approve', 'Approve'],
  ['disable', 'Disable'],
  ['later', 'Later'],
] as const;

function Reviewed({ tool, choice, choose, isOff }: { tool: ToolDetail; choice: Choice; choose: (choice: Choice) => void; isOff: boolean }) {
  const [isOpen, setOpen] = useState(tool.changed);
  const label = toolLabel(tool);
  const name = `choice-${tool.name}`;
  return (
    <li class="reviewed" data-tool={tool.name} data-choice={choice}>
      <div class="reviewed-head">
        <h2>
          <button
            type="button"
            class="group-toggle"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`Details of ${visibleText(tool.name)}`}
          >
            <span class="chevron" aria-hidden="true" />
            <strong>
              <Text>{tool.name}</Text>
            </strong>
          </button>
        </h2>
        <span class="tags">
          <Tag kind={label.kind}>{label.text}</Tag>
          <ToolTags hints={tool.hints} caution={tool.caution} />
        </span>
        <span class="tool-description">
          <Text>{isOpen ? '' : tool.description.slice(0, 300)}</Text>
        </span>
        <fieldset class="segments">
          <legend class="unseen">Decision about {visibleText(tool.name)}</legend>
          {choices.map(([value, text]) => (
            <label key={value}>
              <input type="radio" name={name} value={value} checked={choice === value} disabled={isOff} onChange={() => choose(value)} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {isOpen && <Details tool={tool} />}
    </li>
  );
}

/** The view `#/review/SERVER`. */
export function Review({ server, state }: { server: string; state: PageState }) {
  const { data: shown, problem, again } = useLoaded<ReviewList>('review', { server }, state.toolsRevision);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  // A tool that changed since its choice was made gets none: its key holds the hash of what was shown.
  const keyOf = ({ name, hash }: ToolDetail) => JSON.stringify([name, hash]);
  const tools = shown?.tools ?? [];
  const choiceOf = (tool: ToolDetail) => chosen.get(keyOf(tool)) ?? 'later';
  const setAll = (choice: Choice, only: (tool: ToolDetail) => boolean) =>
    setChosen(new Map([...chosen, ...tools.filter(only).map(tool => [keyOf(tool), choice] as const)]));
  const picked = (choice: Choice) => tools.filter(tool => choiceOf(tool) === choice);
  const [approved, disabled] = [picked('approve'), picked('disable')];
  const count = approved.length + disabled.length;
  const apply = async () => {
    try {
      if (approved.length > 0) await post('approve', { server, tools: approved.map(({ name, hash }) => ({ tool: name, hash })) });
      for (const { name } of disabled) await post('disable', { server, tool: name });
    } finally {
      again();
    }
    const parts = [
      approved.length > 0 && `${counted(approved.length, 'tool')} approved`,
      disabled.length > 0 && `${counted(disabled.length, 'tool')} disabled`,
    ];
    return `${parts.filter(Boolean).join(', ')}.`;
  };
  const above = (
    <p class="soft above">
      <a href={linkTo(['servers', server])}>
        <Text>{server}</Text>
      </a>
    </p>
  );
  const hasChanged = tools.some(({ changed }) => changed);
  return (
    <>
      <Head title="Review" above={above}>
        {tools.length > 0 && !state.readOnly && (
          <ActionButton kind="primary" run={apply} isOff={count === 0}>
            {count === 0 ? 'Nothing chosen' : `Apply ${counted(count, 'decision')}`}
          </ActionButton>
        )}
      </Head>
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      {tools.length > 0 && !state.readOnly && (
        <div class="filters">
          <span class="soft">{counted(tools.length, 'tool')}. Set</span>
          <button type="button" onClick={() => setAll('approve', ({ changed }) => !changed)}>
            all new to Approve
          </button>
          {hasChanged && (
            <button type="button" onClick={() => setAll('disable', ({ changed }) => changed)}>
              all changed to Disable
            </button>
          )}
          <button type="button" onClick={() => setAll('later', () => true)}>
            all to Later
          </button>
        </div>
      )}
      {shown && tools.length === 0 && shown.left === 0 && (
        <Empty title="No tool is pending approval.">
          <p>
            <a href={linkTo(['tools'], { server })}>Tools of this server</a>
          </p>
        </Empty>
      )}
      <ul class="review">
        {tools.map(tool => (
          <Reviewed
            key={keyOf(tool)}
            tool={tool}
            choice={choiceOf(tool)}
            isOff={state.readOnly}
            choose={choice => setChosen(new Map(chosen).set(keyOf(tool), choice))}
          />
        ))}
      </ul>
      {shown !== undefined && shown.left > 0 && (
        <p class="note">
          {counted(shown.left, 'more tool')} {shown.left === 1 ? 'waits' : 'wait'}: they follow after these, or are too large to be shown
          here (<code>mcpgw tools approve</code>).
        </p>
      )}
    </>
  );
}
