/** Quick fixes: the edits of `mcpgw validate --fix`, one finding or all, and comments that turn a rule off. */
import type { Finding } from '@mcpgw/diagnostics';
import { type CodeAction, CodeActionKind, type CodeActionParams, type Range, type TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticOf, difference, rangeOf, textEdits } from './convert.js';
import type { OpenDocument } from './open-document.js';

/** The kind of the action that applies all certain fixes; editors run it when they save, if the user asks for that. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.mcpgw`;

/** The action "fix all", whose edit is made when it is chosen. */
export interface FixAllData {
  readonly fixAll: string;
}

const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some(wanted => kind === wanted || kind.startsWith(`${wanted}.`));

const touches = (a: Range, b: Range): boolean => !isBefore(a, b) && !isBefore(b, a);
const isBefore = (a: Range, b: Range): boolean =>
  a.end.line < b.start.line || (a.end.line === b.start.line && a.end.character < b.start.character);

/** The actions for a range. `findings` are those of the present text. */
export function actionsFor(open: OpenDocument, findings: readonly Finding[], { range, context }: CodeActionParams): CodeAction[] {
  const document = TextDocument.create(open.uri, '', open.version, open.text);
  const here = findings.filter(({ span }) => touches(rangeOf(document, span), range));
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix, context.only)) {
    actions.push(...here.flatMap(finding => fixOf(open, document, finding)));
    actions.push(...here.flatMap(finding => silence(open, document, finding)));
  }
  const data: FixAllData = { fixAll: open.uri };
  if (isWanted(fixAllKind, context.only) && findings.some(({ fix = [] }) => fix.length > 0))
    actions.push({ title: 'Apply all certain fixes of mcpgw', kind: fixAllKind, data });
  return actions;
}

const changes = (open: OpenDocument, edits: TextEdit[]): Pick<CodeAction, 'edit'> => ({ edit: { changes: { [open.uri]: edits } } });

function fixOf(open: OpenDocument, document: TextDocument, finding: Finding): CodeAction[] {
  const { fix = [], suggestion, rule } = finding;
  if (fix.length === 0) return [];
  const diagnostics = [diagnosticOf(document, finding, undefined)];
  const title = `Fix ${rule}${suggestion === undefined ? '' : `: ${suggestion}`}`;
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, isPreferred: true, ...changes(open, textEdits(document, fix)) }];
}

/** Comments that turn the rule off for a line and for the file. JSON has no comments, and errors of its syntax cannot be turned off. */
function silence(open: OpenDocument, document: TextDocument, finding: Finding): CodeAction[] {
  if (/\.json$/i.test(open.place.path) || /^\s*[{[]/.test(open.text)) return [];
  const { rule, span = { start: 0, end: 0 } } = finding;
  const { line } = document.positionAt(span.start);
  const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  const indent = /^[ ]*/.exec(text)![0];
  const comment = (name: string, at: number, before: string): Pick<CodeAction, 'edit'> =>
    changes(open, [
      { range: { start: { line: at, character: 0 }, end: { line: at, character: 0 } }, newText: `${before}# ${name} ${rule}: \n` },
    ]);
  const diagnostics = [diagnosticOf(document, finding, undefined)];
  const kind = CodeActionKind.QuickFix;
  return [
    { title: `Turn ${rule} off for this line`, kind, diagnostics, ...comment('mcpgw-ignore', line, indent) },
    { title: `Turn ${rule} off for this file`, kind, diagnostics, ...comment('mcpgw-ignore-file', 0, '') },
  ];
}

/** The edit that turns the text of a document into another one: of the lines that differ. */
export function editTo(open: OpenDocument, text: string): Pick<CodeAction, 'edit'> {
  const document = TextDocument.create(open.uri, '', open.version, open.text);
  const { before, after } = difference(open.text, text);
  return changes(open, [{ range: rangeOf(document, before), newText: text.slice(after.start, after.end) }]);
}
