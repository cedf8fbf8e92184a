/** The editors of the page: CodeMirror with YAML, findings, and completion by the worker. */
import { autocompletion, type CompletionContext, type CompletionResult, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, defaultHighlightStyle, foldGutter, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { CompletionWord, ShownFinding } from './protocol.js';

/** Marks a change that the page made, which is not a change by the user. */
const byPage = Annotation.define<boolean>();

const look: Extension = [
  lineNumbers(),
  foldGutter(),
  yaml(),
  syntaxHighlighting(classHighlighter),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
  drawSelection(),
  indentUnit.of('  '),
];

export interface EditorOptions {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly complete: (text: string, offset: number) => Promise<readonly CompletionWord[]>;
}

/** An editor for values. Tab indents; Escape, then Tab, leaves the editor. */
export function valuesEditor(parent: HTMLElement, { label, text, onChange, complete }: EditorOptions): EditorView {
  const source = async ({ state, pos, explicit, matchBefore }: CompletionContext): Promise<CompletionResult | null> => {
    if (!explicit && matchBefore.call({ state, pos } as CompletionContext, /[\w.-]+/) === null) return null;
    const words = await complete(state.doc.toString(), pos);
    if (words.length === 0) return null;
    return {
      from: Math.min(...words.map(({ from }) => from)),
      options: words.map(({ label, detail, info, insert }) => ({ label, apply: insert, detail: short(detail), info })),
      validFor: /^[\w.-]*$/,
    };
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        look,
        history(),
        bracketMatching(),
        highlightActiveLine(),
        lintGutter(),
        autocompletion({ override: [source], icons: false }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged && !transactions.some(each => each.annotation(byPage))) onChange(state.doc.toString());
        }),
      ],
    }),
  });
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 58)}…` : text);

/** A text that can be read and selected, but not changed. */
export function readOnlyView(parent: HTMLElement, label: string): EditorView {
  const fixed = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
  const attributes = EditorView.contentAttributes.of({ 'aria-label': label });
  const view = new EditorView({ parent, state: EditorState.create({ extensions: [look, fixed, attributes] }) });
  // Keys scroll it.
  view.scrollDOM.tabIndex = 0;
  return view;
}

/** Replaces the text of an editor; does nothing if it is the same. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: byPage.of(true) });
}

/** Shows the findings of a values file at their places. */
export function showFindings(view: EditorView, findings: readonly ShownFinding[]): void {
  const { length } = view.state.doc;
  const diagnostics = findings.map(({ rule, severity, message, suggestion, span }): Diagnostic => {
    const from = Math.min(span?.start ?? 0, length);
    const text = suggestion === undefined ? message : `${message}\nhelp: ${suggestion}`;
    return { from, to: Math.min(Math.max(span?.end ?? 0, from), length), severity, source: rule, message: text };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Moves the cursor to a line and column, both from 1, and into view. */
export function goTo(view: EditorView, line: number, column: number): void {
  const { from, to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  const at = Math.min(from + column - 1, to);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  view.focus();
}
