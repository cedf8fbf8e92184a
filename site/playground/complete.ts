/** Completes values as `mcpgw lsp` does, by the same functions, from the schema of the chart. */
import { decodeBytes } from '@mcpgw/helm';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { completionsAt } from '../../cli/src/lsp/completion.js';
import type { OpenDocument } from '../../cli/src/lsp/open-document.js';
import { folder } from './folder.js';
import type { CompleteAnswer, CompletionWord, Target } from './protocol.js';
import { chartOf, isRefusal } from './render.js';

/** The words that fit at an offset of a values file; none for a chart without a schema. */
export function complete(target: Target, text: string, offset: number): CompleteAnswer {
  const schema = schemaOf(target);
  if (schema === undefined) return { words: [] };
  const path = `${folder}/values.yaml`;
  const uri = `file://${path}`;
  const document = TextDocument.create(uri, 'yaml', 0, text);
  const place = { path, file: 'values.yaml', root: folder, isFolder: false };
  const open: OpenDocument = { uri, place, text, version: 0, kind: 'values', own: undefined, folder: undefined };
  const items = completionsAt(open, document, schema, offset);
  return {
    words: items.flatMap(({ label, detail = '', documentation, textEdit }): CompletionWord[] => {
      if (textEdit === undefined || !('range' in textEdit)) return [];
      const info = typeof documentation === 'object' ? documentation.value : (documentation ?? '');
      return [{ label, detail, info, insert: textEdit.newText, from: document.offsetAt(textEdit.range.start) }];
    }),
  };
}

function schemaOf(target: Target): Record<string, unknown> | undefined {
  try {
    const { schema } = chartOf(target);
    const value: unknown = schema === undefined ? undefined : JSON.parse(decodeBytes(schema));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    // A schema that is not JSON is a finding of the check.
    if (isRefusal(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
