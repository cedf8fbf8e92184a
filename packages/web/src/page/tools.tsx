/** The view of all tools: filters, the table, and beside it the tool that is looked at. */

import { useMemo, useRef } from 'preact/hooks';
import type { PageState } from '../api/view.js';
import { counted } from './format.js';
import { useLoader } from './hooks.js';
import { go, linkTo, type Route } from './router.js';
import { ToolData, type ToolFilter } from './tool-data.js';
import { ToolPanel } from './tool-panel.js';
import { ToolTable } from './tool-table.js';
import { Empty, Head, ServerSelect } from './ui.js';

const statuses = [
  ['', 'All'],
  ['pending_approval', 'Pending approval'],
  ['changed', 'Changed'],
  ['callable', 'Callable'],
  ['locked', 'Locked'],
] as const;

const hints = ['destructive', 'read-only', 'idempotent', 'open world'];

const filterOf = ({ query }: Route): ToolFilter => ({
  query: query.get('query') ?? '',
  server: query.get('server') ?? '',
  status: query.get('status') ?? '',
  hint: query.get('hint') ?? '',
});

/** The tools of a filter, read again when `revision` changes. Those of the filter before are given until the first are there. */
function useTools(filter: ToolFilter, revision: number): { readonly data: ToolData; readonly problem: string | undefined } {
  const data = useMemo(() => new ToolData(filter), [JSON.stringify(filter)]);
  const { problem } = useLoader(data.loader, revision);
  const shown = useRef(data);
  if (data.list !== undefined || problem !== undefined) shown.current = data;
  return { data: shown.current, problem };
}

function Filters({ filter, state, choose }: { filter: ToolFilter; state: PageState; choose: (change: Partial<ToolFilter>) => void }) {
  return (
    <div class="filters" role="group" aria-label="Which tools are listed">
      <div class="segments">
        {statuses.map(([status, text]) => (
          <button key={status} type="button" aria-pressed={filter.status === status} onClick={() => choose({ status })}>
            {text}
          </button>
        ))}
      </div>
      <ServerSelect servers={state.servers} value={filter.server} onChoose={server => choose({ server })} />
      <label>
        <span class="unseen">Hint</span>
        <select value={filter.hint} onChange={event => choose({ hint: event.currentTarget.value })}>
          <option value="">Any hint</option>
          {hints.map(hint => (
            <option key={hint} value={hint}>
              {hint}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Nothing({ filter, clear }: { filter: ToolFilter; clear: () => void }) {
  const isNarrowed = Object.values(filter).some(Boolean);
  if (!isNarrowed) return <Empty title="No server has listed a tool yet." />;
  const isPending = filter.status === 'pending_approval' && !filter.query && !filter.server && !filter.hint;
  return (
    <Empty title={isPending ? 'No tool is pending approval.' : 'No tool matches.'}>
      <button type="button" onClick={clear}>
        Show all tools
      </button>
    </Empty>
  );
}

/** The view `#/tools`, with a tool `#/tools/SERVER/TOOL`. */
export function Tools({ state, route }: { state: PageState; route: Route }) {
  const filter = filterOf(route);
  const { data, problem } = useTools(filter, state.toolsRevision);
  const { list } = data;
  const [, server, tool] = route.path;
  const isOpen = server !== undefined && tool !== undefined;
  const link = (path: readonly string[], change: Partial<ToolFilter> = {}) => linkTo(path, { ...filter, ...change });
  const choose = (change: Partial<ToolFilter>) => go(link(['tools'], change), true);
  const close = () => go(link(['tools']));
  return (
    <div class="split" data-open={isOpen}>
      <section class="split-list" aria-labelledby="view-heading">
        <Head title="Tools">
          <p class="soft" role="status" data-part="tools-count">
            {list === undefined ? 'Loading' : counted(list.total, 'tool')}
            {list?.isPartial && ' with some of these words'}
          </p>
        </Head>
        <Filters filter={filter} state={state} choose={choose} />
        {problem && (
          <p class="banner" data-kind="problem" role="alert">
            {problem}
          </p>
        )}
        {list?.total === 0 ? (
          <Nothing filter={filter} clear={() => go('#/tools', true)} />
        ) : (
          list !== undefined && <ToolTable data={data} list={list} state={state} chosen={isOpen ? [server, tool] : undefined} link={link} />
        )}
      </section>
      {isOpen && <ToolPanel key={JSON.stringify([server, tool])} server={server} tool={tool} state={state} onClose={close} />}
    </div>
  );
}
