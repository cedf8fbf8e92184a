/** One tool beside the table: what it is, decisions about it, and the form to try it out. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState, ToolDetail } from '../api/view.js';
import { ApiError, post } from './api.js';
import { useLoaded } from './hooks.js';
import { toolLabel } from './labels.js';
import { linkTo } from './router.js';
import { Text, visibleText } from './text.js';
import { Details } from './tool-detail.js';
import { ToolTags } from './tool-table.js';
import { TryOut } from './try-out.js';
import { ActionButton, Tag } from './ui.js';

const labels = { approve: 'Approve', enable: 'Enable', disable: 'Disable' } as const;
const done = { approve: 'is approved.', enable: 'is enabled.', disable: 'is disabled.' } as const;

/** The buttons for decisions about a tool. An approval covers only the form that is shown. */
function Decisions({ tool, again }: { tool: ToolDetail; again: () => void }) {
  const run = async (action: keyof typeof labels) => {
    const { server, name, hash } = tool;
    try {
      await post(action, action === 'approve' ? { server, tools: [{ tool: name, hash }] } : { server, tool: name });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') again();
      throw error;
    }
    again();
    return `${visibleText(name)} ${done[action]}`;
  };
  return (
    <>
      {tool.actions.map(action => (
        <ActionButton
          key={action}
          kind={action === 'disable' ? 'quiet' : 'primary'}
          run={() => run(action)}
          isOff={action === 'approve' && (tool.truncated || tool.hash === null)}
          label={`${labels[action]} ${visibleText(tool.name)}`}
        >
          {labels[action]}
        </ActionButton>
      ))}
    </>
  );
}

/** The panel. It gets the focus when it opens; Escape closes it. */
export function ToolPanel({ server, tool: name, state, onClose }: { server: string; tool: string; state: PageState; onClose: () => void }) {
  const { data: current, problem, again } = useLoaded<ToolDetail>('tool', { server, tool: name }, state.toolsRevision);
  const [view, setView] = useState<'details' | 'try'>('details');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const label = current && toolLabel(current);
  return (
    <aside class="panel" aria-labelledby="panel-heading" onKeyDown={onKeyDown}>
      <header>
        <div>
          <p class="soft above">
            <a href={linkTo(['servers', server])}>
              <Text>{server}</Text>
            </a>
          </p>
          <h2 id="panel-heading" tabIndex={-1} ref={heading}>
            <Text>{name}</Text>
          </h2>
          {current && current.clientName !== '' && (
            <p class="soft above" data-part="client-name">
              Clients call it{' '}
              <code>
                <Text>{current.clientName}</Text>
              </code>
            </p>
          )}
          {current && label && (
            <p class="tags">
              <Tag kind={label.kind}>{label.text}</Tag>
              <ToolTags hints={current.hints} caution={current.caution} />
            </p>
          )}
        </div>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {problem && (
        <p class="banner" data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      {current && (
        <>
          <div class="panel-bar">
            <div class="segments" role="group" aria-label="What is shown of the tool">
              <button type="button" aria-pressed={view === 'details'} onClick={() => setView('details')}>
                Details
              </button>
              {state.decides && (
                <button type="button" aria-pressed={view === 'try'} onClick={() => setView('try')}>
                  Try it out
                </button>
              )}
            </div>
            <div class="buttons">
              <Decisions tool={current} again={again} />
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
          <div class="panel-body" tabIndex={0} role="region" aria-labelledby="panel-heading">
            {view === 'details' ? (
              <Details tool={current} />
            ) : (
              <TryOut tool={current} exchangesTokens={state.servers.some(each => each.name === server && each.exchangesTokens)} />
            )}
          </div>
        </>
      )}
    </aside>
  );
}
