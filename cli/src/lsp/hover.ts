/** What a field means, from the published schema of the document. */
import { formatPath } from '@mcpgw/diagnostics';
import type { Hover } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rangeOf } from './convert.js';
import type { OpenDocument } from './open-document.js';
import { documentAt, foundAt } from './reading.js';
import { descriptionOf, type FieldSchema, firstOf, SchemaView, typesOf, wordsOf } from './schema-view.js';

/** Words that a description lists. */
const maxWords = 30;

/** The description of the field or value at an offset; undefined if the schema says nothing about it. */
export function hoverAt(open: OpenDocument, document: TextDocument, schema: FieldSchema, offset: number): Hover | undefined {
  const root = documentAt(open, offset);
  const found = foundAt(root, offset);
  if (found === undefined) return undefined;
  const schemas = new SchemaView(schema, root).at(found.path);
  if (schemas.length === 0) return undefined;
  const value = describe(schemas, formatPath(found.path));
  return { contents: { kind: 'markdown', value }, range: rangeOf(document, found.span) };
}

/** A description as Markdown; `title` is what is described. */
export function describe(schemas: readonly FieldSchema[], title?: string): string {
  const words = wordsOf(schemas);
  const shown = words.slice(0, maxWords).map(code).join(', ');
  const [usual, example] = [firstOf(schemas, 'default'), firstOf(schemas, 'examples')];
  const lines = [
    title && `**${escaped(title)}**`,
    descriptionOf(schemas),
    words.length > 0 ? `One of ${shown}${words.length > maxWords ? `, and ${words.length - maxWords} more` : ''}` : typeLine(schemas),
    usual !== undefined && usual !== null && `Default: ${code(usual)}`,
    isPlain(example) && `Example: ${code(example)}`,
  ];
  return lines.filter(line => typeof line === 'string' && line !== '').join('\n\n');
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const escaped = (text: string): string => text.replace(/[\\`*_<>[\]#]/g, '\\$&');

/** Text as code of Markdown that it cannot close. */
function code(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('`') ? `\`\` ${text.replaceAll('``', "''")} \`\`` : `\`${text}\``;
}

function typeLine(schemas: readonly FieldSchema[]): string | undefined {
  const types = typesOf(schemas).filter(type => type !== 'null');
  return types.length === 0 ? undefined : `Type: ${types.join(' or ')}`;
}
