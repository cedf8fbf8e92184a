/** The table of tools by server. Only the rows in view exist. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageState, ToolGroup, ToolView } from '../api/view.js';
import { counted } from './format.js';
import { useStore } from './hooks.js';
import { hintKinds, toolLabel } from './labels.js';
import { linkTo } from './router.js';
import { ReviewLink } from './server-actions.js';
import type { Subscribe } from './store.js';
import { Text, visibleText } from './text.js';
import type { ReadTools, ToolData } from './tool-data.js';
import { RowLayout, type TableRow } from './tool-rows.js';
import { Tag } from './ui.js';

/** Pixels above and below the view in which rows exist as well. */
const overscan = 400;
const narrowQuery = matchMedia('(max-width: 760px)');
const onNarrow: Subscribe = listener => {
  narrowQuery.addEventListener('change', listener);
  return () => narrowQuery.removeEventListener('change', listener);
};

const useNarrow = (): boolean => useStore(onNarrow, () => narrowQuery.matches);

/** The tags of a tool: hints of its server, and a warning about its name. */
export function ToolTags({ hints, caution }: Pick<ToolView, 'hints' | 'caution'>) {
  return (
    <>
      {caution !== '' && (
        <Tag kind="bad" title={caution}>
          look-alike name
        </Tag>
      )}
      {hints.map(hint => (
        <Tag key={hint} kind={hintKinds[hint] ?? 'hint'} title={`The server says so (${hint})`}>
          {hint}
        </Tag>
      ))}
    </>
  );
}

function GroupHead({
  group,
  isCollapsed,
  toggle,
  state,
}: {
  group: ToolGroup;
  isCollapsed: boolean;
  toggle: () => void;
  state: PageState;
}) {
  const isKnown = state.servers.some(({ name }) => name === group.server);
  return (
    <div role="cell" class="group-cell">
      <button type="button" class="group-toggle" aria-expanded={!isCollapsed} onClick={toggle}>
        <span class="chevron" aria-hidden="true" />
        <strong>
          <Text>{group.server}</Text>
        </strong>
        <span class="soft">{counted(group.total, 'tool')}</span>
      </button>
      {group.waiting > 0 && <ReviewLink server={group.server} count={group.waiting} isSmall />}
      {isKnown && (
        <a class="soft group-link" href={linkTo(['servers', group.server])} aria-label={`Server ${visibleText(group.server)}`}>
          Server
        </a>
      )}
    </div>
  );
}

function ToolCells({ tool, href, isChosen }: { tool: ToolView; href: string; isChosen: boolean }) {
  const { text, kind } = toolLabel(tool);
  return (
    <>
      <div role="rowheader" class="tool-name">
        <a href={href} {...(isChosen && { 'aria-current': 'true' })}>
          <Text>{tool.name}</Text>
        </a>
        <ToolTags hints={tool.hints} caution={tool.caution} />
      </div>
      <div role="cell" class="tool-description">
        <Text>{tool.description}</Text>
      </div>
      <div role="cell" class="tool-status">
        <Tag kind={kind} title={tool.remedy}>
          {text}
        </Tag>
      </div>
    </>
  );
}

interface Properties {
  readonly data: ToolData;
  readonly list: ReadTools;
  readonly state: PageState;
  /** The server and the tool that is looked at. */
  readonly chosen: readonly [string, string] | undefined;
  readonly link: (path: readonly string[]) => string;
}

/** The table. The keys `j` and `k`, or arrows, move between rows; Enter opens the row. */
export function ToolTable({ data, list, state, chosen, link }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const [view, setView] = useState({ top: 0, height: 800 });
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const wanted = useRef<number | undefined>(undefined);
  const layout = useMemo(
    () => new RowLayout(list.groups, collapsed, isNarrow ? { group: 44, tool: 58 } : { group: 38, tool: 32 }),
    [list.groups, collapsed, isNarrow],
  );
  const rows = layout.between(view.top - overscan, view.top + view.height + overscan);
  const indexes = rows.flatMap(row => (row.kind === 'tool' ? [row.index] : []));
  const [from = 0, to = 0] = [indexes[0], indexes.at(-1)];
  useEffect(() => data.need(from, to + 1), [data, from, to]);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  // The row that a key chose gets the focus as soon as it exists.
  useLayoutEffect(() => {
    const target = wanted.current !== undefined && box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(a, button)`);
    if (!target) return;
    wanted.current = undefined;
    target.focus({ preventScroll: true });
  });
  // A row that moved in the list keeps the focus.
  const kept = useRef('');
  useLayoutEffect(() => {
    if (kept.current === '' || document.activeElement !== document.body) return;
    const row = [...(box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(each => each.dataset.key === kept.current);
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });
  const onFocusIn = (event: FocusEvent) => {
    kept.current = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key ?? '';
  };
  const onFocusOut = (event: FocusEvent) => {
    if (event.relatedTarget !== null) kept.current = '';
  };
  const moveTo = (row: number) => {
    const place = layout.place(row);
    if (!place || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (place.top < scrollTop + 38) box.current.scrollTop = place.top - 38;
    else if (place.top + place.height > scrollTop + clientHeight) box.current.scrollTop = place.top + place.height - clientHeight;
    wanted.current = row;
    setView({ top: box.current.scrollTop, height: clientHeight });
  };
  const step = (by: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const current = rows.find(
      row => row.kind === 'tool' && chosen?.[1] === data.at(row.index)?.name && chosen?.[0] === row.group.server,
    )?.row;
    const now = focused === undefined ? current : Number(focused);
    moveTo(now === undefined ? (by > 0 ? 0 : layout.rows - 1) : Math.min(Math.max(now + by, 0), layout.rows - 1));
  };
  useEffect(() => {
    const listener = (event: Event) => step((event as CustomEvent<number>).detail);
    addEventListener('page-step', listener);
    return () => removeEventListener('page-step', listener);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor(view.height / 32) - 1;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -layout.rows, End: layout.rows }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(by);
  };
  const toggle = (server: string) => {
    const next = new Set(collapsed);
    if (!next.delete(server)) next.add(server);
    setCollapsed(next);
  };
  const top = view.top > 4 ? layout.groupAt(view.top) : undefined;
  const content = (row: TableRow) => {
    if (row.kind === 'group') {
      const { group } = row;
      return <GroupHead group={group} state={state} isCollapsed={collapsed.has(group.server)} toggle={() => toggle(group.server)} />;
    }
    const tool = data.at(row.index);
    if (!tool) return <div role="cell" class="loading" />;
    const isChosen = chosen?.[0] === tool.server && chosen[1] === tool.name;
    return <ToolCells tool={tool} href={link(['tools', tool.server, tool.name])} isChosen={isChosen} />;
  };
  return (
    <div
      class="tool-table"
      role="table"
      aria-label="Tools by server"
      aria-rowcount={layout.rows + 1}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
      onFocusOut={onFocusOut}
    >
      <div role="row" class="tool-head" aria-rowindex={1}>
        <div role="columnheader">Tool</div>
        <div role="columnheader" class="tool-description">
          Description
        </div>
        <div role="columnheader" class="tool-status">
          Status
        </div>
      </div>
      <div
        class="tool-scroll"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        tabIndex={0}
        role="rowgroup"
        aria-label="Tools"
        onScroll={event => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      >
        {top && (
          <div class="group-sticky" aria-hidden="true">
            <Text>{top.server}</Text>
          </div>
        )}
        <div class="tool-rows" style={{ height: `${layout.height}px` }}>
          {rows.map(row => {
            const tool = row.kind === 'tool' ? data.at(row.index) : undefined;
            const key = row.kind === 'group' ? `g:${row.group.server}` : tool ? `t:${tool.server}:${tool.name}` : `i:${row.index}`;
            return (
              <div
                key={key}
                data-key={key}
                role="row"
                class={row.kind}
                aria-rowindex={row.row + 2}
                data-row={row.row}
                data-server={row.group.server}
                {...(tool && { 'data-tool': tool.name, 'data-status': tool.status })}
                style={{ transform: `translateY(${row.top}px)` }}
              >
                {content(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
