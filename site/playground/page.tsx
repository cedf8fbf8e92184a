/** The page of the playground: values on the left, what they make on the right. */

import { examples } from 'playground:examples';
import type { EditorView } from '@codemirror/view';
import { render as show } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo, readOnlyView, setText, showFindings, valuesEditor } from './editor.js';
import { Choices, Findings, Tabs, type View } from './parts.js';
import type { CheckAnswer, CompareAnswer, RenderAnswer } from './protocol.js';
import { pack, type Shared } from './share.js';
import { engine, firstState, type Start, start } from './start.js';
import { commandOf, type DroppedChart, targetOf } from './targets.js';

/** Milliseconds without a key after which values are rendered, and after which they are checked. */
const pauses = { render: 60, check: 250 };

/** Runs the last of several calls, when there was none for a while. */
function useDelayed(run: () => void, delay: number, inputs: readonly unknown[]): void {
  useEffect(() => {
    const timer = window.setTimeout(run, delay);
    return () => window.clearTimeout(timer);
  }, inputs as unknown[]);
}

interface Results {
  readonly render?: RenderAnswer;
  readonly check?: CheckAnswer;
  readonly compare?: CompareAnswer;
  readonly problem?: string;
}

/** The answers for the present state. An answer to an earlier one is dropped. */
function useResults(first: Start, shared: Shared, edited: 'a' | 'b', chart: DroppedChart | undefined): Results {
  const [results, setResults] = useState<Results>({});
  const round = useRef(0);
  const asked = useRef<readonly unknown[]>([first.shared, 'a', undefined]);
  const values = shared[edited] ?? shared.a;
  const inputs = [shared, edited, chart];
  const keep = async <K extends keyof Results>(key: K, answer: Promise<Results[K]>): Promise<void> => {
    const mine = round.current;
    try {
      const result = await answer;
      if (mine === round.current) setResults(({ problem: _, ...before }) => ({ ...before, [key]: result }));
    } catch (error) {
      if (mine === round.current) setResults(before => ({ ...before, problem: (error as Error).message }));
    }
  };
  const target = targetOf(shared, values, chart);
  useEffect(() => void keep('render', first.render), []);
  useDelayed(
    () => {
      // The first render was asked for before there was a page.
      if (inputs.every((input, index) => input === asked.current[index])) return;
      asked.current = inputs;
      round.current++;
      void keep('render', engine.ask({ type: 'render', target }));
    },
    pauses.render,
    inputs,
  );
  useDelayed(
    () => {
      void keep('check', engine.ask({ type: 'check', target, proxy: shared.proxy === '' ? undefined : shared.proxy }));
      if (shared.b === undefined) return;
      const [from, to] = [targetOf(shared, shared.a, chart), targetOf(shared, shared.b, chart)];
      void keep('compare', engine.ask({ type: 'compare', from, to }));
    },
    pauses.check,
    inputs,
  );
  return results;
}

function outputOf(view: View, { render, compare, problem }: Results, isComparing: boolean): string {
  if (problem !== undefined) return problem;
  if (view === 'comparison') return isComparing ? (compare?.problem ?? compare?.text ?? '') : '';
  if (render === undefined) return '';
  if (render.error !== undefined) return `Error: ${render.error}`;
  if (view === 'configuration') return render.configuration || '# no manifest contains a configuration of the proxy';
  return view === 'notes' ? render.notes + render.said : render.text;
}

function Playground({ first }: { readonly first: Start }) {
  const [shared, setShared] = useState(first.shared);
  const [edited, setEdited] = useState<'a' | 'b'>('a');
  const [view, setView] = useState<View>(first.shared.b === undefined ? 'manifests' : 'comparison');
  const [chart, setChart] = useState<DroppedChart>();
  const [note, setNote] = useState('');
  const results = useResults(first, shared, edited, chart);
  const values = shared[edited] ?? shared.a;
  const [editorAt, outputAt] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const views = useRef<{ editor: EditorView; output: EditorView }>(undefined);
  const latest = useRef({ shared, edited, chart });
  latest.current = { shared, edited, chart };
  const change = (part: Partial<Shared>): void => setShared(before => ({ ...before, ...part }));

  useEffect(() => {
    const editor = valuesEditor(editorAt.current!, {
      label: 'Values',
      text: values,
      onChange: text => change({ [latest.current.edited]: text }),
      complete: async (text, offset) => {
        const { shared, chart } = latest.current;
        return (await engine.ask({ type: 'complete', target: targetOf(shared, text, chart), text, offset })).words;
      },
    });
    views.current = { editor, output: readOnlyView(outputAt.current!, 'Output') };
  }, []);
  useEffect(() => setText(views.current!.editor, values), [values]);
  const output = outputOf(view, results, shared.b !== undefined);
  useEffect(() => {
    setText(views.current!.output, output);
    // When the first render was shown, in milliseconds after the page was opened; for measurements.
    if (results.render !== undefined) document.documentElement.dataset.rendered ??= String(Math.round(performance.now()));
  }, [output]);
  const findings = results.check?.findings ?? [];
  useEffect(
    () =>
      showFindings(
        views.current!.editor,
        findings.filter(({ file }) => file === 'values.yaml'),
      ),
    [findings],
  );

  const take = async (file: File): Promise<void> => {
    const dropped = { name: file.name.replaceAll(/[^\w.+-]/g, '_'), data: new Uint8Array(await file.arrayBuffer()) };
    const empty = { ...shared, proxy: '' };
    const { chart: own, error } = await engine.ask({ type: 'render', target: targetOf(empty, '', dropped) });
    setChart(dropped);
    setEdited('a');
    const { b: _, ...rest } = shared;
    setShared({ ...rest, a: own?.values ?? '', proxy: '' });
    setNote(error === undefined || own !== undefined ? '' : 'The chart cannot be rendered with its own values.');
  };
  const share = async (): Promise<void> => {
    window.history.replaceState(null, '', `#${await pack(shared)}`);
    const copied = await navigator.clipboard?.writeText(window.location.href).then(
      () => true,
      () => false,
    );
    const where = copied === true ? 'The link is copied.' : 'The link is in the address bar.';
    setNote(chart === undefined ? where : `${where} It holds the values, not the chart ${chart.name}.`);
  };
  const compare = (): void => {
    if (shared.b === undefined) {
      change({ b: shared.a });
      setEdited('b');
      setView('comparison');
    } else {
      const { b: _, ...rest } = shared;
      setShared(rest);
      setEdited('a');
      if (view === 'comparison') setView('manifests');
    }
  };
  const putBack = (): void => {
    setChart(undefined);
    setShared(firstState);
    setEdited('a');
  };
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void taking.current(file);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
  }, []);
  const inOutput = (finding: { file: string; line: number; column: number }): void => {
    if (finding.file === 'values.yaml') goTo(views.current!.editor, finding.line, finding.column);
  };

  return (
    <div class="page">
      <Choices
        shared={shared}
        chartName={chart?.name}
        onChange={change}
        onExample={name => change({ [edited]: examples.find(each => each.name === name)?.values ?? values })}
        onChart={file => (file === undefined ? putBack() : void take(file))}
        onShare={() => void share()}
        onCompare={compare}
      />
      <p class="note" role="status">
        {note}
      </p>
      <main>
        <section class="pane" aria-label="Values">
          <Tabs
            label="Sets of values"
            tabs={
              shared.b === undefined
                ? [['a', 'values.yaml']]
                : [
                    ['a', 'values A'],
                    ['b', 'values B'],
                  ]
            }
            chosen={edited}
            onChoose={setEdited}
          />
          <div class="editor" ref={editorAt} />
          <Findings check={results.check} onChoose={inOutput} />
        </section>
        <section class="pane" aria-label="Output">
          <Tabs
            label="Output"
            tabs={[
              ['manifests', 'Manifests'],
              ['configuration', 'Proxy configuration'],
              ['notes', 'Notes'],
              ...(shared.b === undefined ? [] : ([['comparison', 'Comparison']] as const)),
            ]}
            chosen={view}
            onChoose={setView}
          />
          <div class={results.render?.error === undefined ? 'editor' : 'editor refused'} ref={outputAt} />
          <p class="command">
            <code>{commandOf(shared, chart)}</code>
            {results.render && <span>{Math.max(1, Math.round(results.render.took))} ms</span>}
          </p>
        </section>
      </main>
    </div>
  );
}

// For a test, which compares the bytes of answers with those of the command.
Object.assign(window, { playground: engine });
const first = await start;
const app = document.getElementById('app')!;
app.replaceChildren();
show(<Playground first={first} />, app);
