/** The text of a client's file with an entry put in or taken out. */
import type { ClientEntry } from '@mcpgw/mcp-config';
import { EditError } from './edit-error.js';
import { findJson, putJson, takeJson } from './edit-json.js';
import { findToml, putToml, takeToml } from './edit-toml.js';

type Edited = Pick<ClientEntry, 'language' | 'text'>;

/** The texts without and with a mark at the start, which editors of Windows write. */
function withoutMark(text: string, edit: (text: string) => string): string {
  return text.startsWith('\ufeff') ? `\ufeff${edit(text.slice(1))}` : edit(text);
}

const isToml = ({ language }: Edited): boolean => {
  if (language === 'shell') throw new EditError('the entry is a command and no part of a file');
  return language === 'toml';
};

/** The file with the entry. An entry of the same name is replaced; the same entry changes nothing. @throws EditError */
export function withEntry(text: string, entry: Edited): string {
  return withoutMark(text, own => (isToml(entry) ? putToml : putJson)(own, entry.text));
}

/** The file without the entry of that name. @throws EditError */
export function withoutEntry(text: string, entry: Edited): string {
  return withoutMark(text, own => (isToml(entry) ? takeToml : takeJson)(own, entry.text));
}

/** The entry of that name as it stands in the file; undefined where there is none. @throws EditError */
export function entryIn(text: string, entry: Edited): string | undefined {
  return (isToml(entry) ? findToml : findJson)(text.replace(/^\ufeff/, ''), entry.text);
}
