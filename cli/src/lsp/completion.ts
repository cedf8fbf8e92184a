/** Fields and words that fit at the cursor, from the published schema of the document. */

import { get, at as nodeAt } from '@mcpgw/structure';
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rangeOf } from './convert.js';
import { type EditorCursor, jsonCursor, yamlCursor } from './cursor.js';
import { describe } from './hover.js';
import type { OpenDocument } from './open-document.js';
import { documentAt } from './reading.js';
import { descriptionOf, type FieldSchema, type SchemaField, SchemaView, typesOf, wordsOf } from './schema-view.js';

/** The items at an offset; none where the schema knows no field or word. */
export function completionsAt(open: OpenDocument, document: TextDocument, schema: FieldSchema, offset: number): CompletionItem[] {
  const isJson = /\.json$/i.test(open.place.path) || /^\s*[{[]/.test(open.text);
  const cursor = isJson ? jsonCursor(open.text, offset) : yamlCursor(open.text, offset);
  if (cursor === undefined) return [];
  const root = documentAt(open, offset);
  const view = new SchemaView(schema, root);
  const range = rangeOf(document, { start: cursor.start, end: offset });
  const write = (newText: string) => ({ range, newText });
  if (cursor.at === 'value' || (!isJson && endsInItem(cursor))) {
    const words = wordItems(view.at(cursor.path), isJson, write);
    if (cursor.at === 'value' || words.length > 0) return words;
  }
  const taken = isJson ? keysAt(root, cursor) : cursor.keys;
  return view
    .fields(cursor.path)
    .filter(({ name }) => !taken.has(name) || name === cursor.written)
    .map(field => fieldItem(field, write(isJson ? `"${field.name}"` : `${field.name}:${openingOf(field.schemas, cursor)}`)));
}

const endsInItem = ({ path }: EditorCursor): boolean => typeof path.at(-1) === 'number';

/** In JSON, the mapping is read: a document that lacks a value or a comma is not readable, and all fields are offered. */
function keysAt(root: ReturnType<typeof documentAt>, { path }: EditorCursor): ReadonlySet<string> {
  const node = nodeAt(root, ...path);
  return new Set(node?.kind === 'map' ? node.entries.map(({ key }) => key).filter(key => get(node, key) !== undefined) : []);
}

type Write = (newText: string) => {
  readonly range: CompletionItem['textEdit'] extends undefined ? never : ReturnType<typeof rangeOf>;
  readonly newText: string;
};

function wordItems(schemas: readonly FieldSchema[], isJson: boolean, write: Write): CompletionItem[] {
  const words = wordsOf(schemas);
  const all = typesOf(schemas).includes('boolean') ? [...new Set([...words, true, false])] : words;
  return all.map(word => ({
    label: String(word),
    kind: CompletionItemKind.EnumMember,
    textEdit: write(isJson || needsQuotes(word) ? JSON.stringify(word) : String(word)),
    filterText: isJson ? JSON.stringify(word) : String(word),
  }));
}

/** Texts that YAML reads as something else. */
const needsQuotes = (word: string | number | boolean): boolean =>
  typeof word === 'string' &&
  (/^(?:true|false|null|yes|no|on|off|y|n|~|[\d.+-].*)?$/i.test(word) || /^[\s&*!|>%@`{}[\],#?:"'-]|: | #|\s$/.test(word));

function fieldItem({ name, schemas, isRequired }: SchemaField, textEdit: ReturnType<Write>): CompletionItem {
  const description = descriptionOf(schemas);
  return {
    label: name,
    kind: CompletionItemKind.Field,
    ...(description !== undefined && { detail: description.split('\n')[0]! }),
    documentation: { kind: 'markdown', value: describe(schemas) },
    insertTextFormat: InsertTextFormat.PlainText,
    filterText: textEdit.newText.startsWith('"') ? `"${name}"` : name,
    sortText: `${isRequired ? 0 : 1}${name}`,
    textEdit,
  };
}

/** What follows the colon of a field: the beginning of a mapping, of a list, or the space before a value. */
function openingOf(schemas: readonly FieldSchema[], { column }: EditorCursor): string {
  const types = typesOf(schemas).filter(type => type !== 'null');
  const indent = `\n${' '.repeat(column + 2)}`;
  if (types.length === 1 && types[0] === 'object') return indent;
  return types.length === 1 && types[0] === 'array' ? `${indent}- ` : ' ';
}
