/** An open document: whether it is checked, and which findings it shows. */
import type { Finding } from '@mcpgw/diagnostics';
import { isJsonWithComments } from '../validate/not-checked.js';
import { identityOf, moved } from './convert.js';
import { chartAround, type JudgeAnswer } from './judge.js';
import type { DocumentPlace } from './places.js';

/** Characters of a document; a longer one is not checked while it is open. */
export const maxCharacters = 1024 * 1024;

/** An open document with what is known of it. */
export interface OpenDocument {
  readonly uri: string;
  place: DocumentPlace;
  text: string;
  version: number;
  kind: string | undefined;
  /** The findings of the last check of the document alone, and its text then. */
  own: { readonly text: string; readonly version: number; readonly findings: readonly Finding[] } | undefined;
  /** What the last check of the folder added and removed, and the text then. */
  folder: { readonly text: string; readonly added: readonly Finding[]; readonly removed: ReadonlySet<string> } | undefined;
}

/** A text of a document. */
export type DocumentText = Pick<OpenDocument, 'text' | 'version'>;

/** Whether a document can hold something to check: YAML, JSON, or a file of a chart. */
export function isChecked({ uri, place, text }: OpenDocument): boolean {
  if (text.length > maxCharacters) return false;
  if (/^untitled:/.test(uri)) return true;
  if (!uri.startsWith('file:') || isJsonWithComments(place.path)) return false;
  return /\.(?:ya?ml|json)$/i.test(place.path) || chartAround(place.path) !== undefined;
}

/** The findings of a document: its own, and those of the folder as far as its text is the same. */
export function findingsOf({ own, folder }: OpenDocument): readonly Finding[] {
  if (own === undefined) return [];
  if (folder === undefined) return own.findings;
  const kept = own.findings.filter(finding => !folder.removed.has(identityOf(finding)));
  const known = new Set(kept.map(identityOf));
  return [...kept, ...moved(folder.added, folder.text, own.text).filter(finding => !known.has(identityOf(finding)))];
}

/** Keeps what a check of the folder found otherwise than the check of the document alone. */
export function refine(document: OpenDocument, { text }: DocumentText, answer: JudgeAnswer): void {
  const { own, place } = document;
  if (own?.text !== text) return;
  const all = answer.findings.filter(({ file }) => file === place.file);
  const ids = new Set(all.map(identityOf));
  const ownIds = new Set(own.findings.map(identityOf));
  document.folder = {
    text,
    added: all.filter(finding => !ownIds.has(identityOf(finding))),
    removed: new Set([...ownIds].filter(id => !ids.has(id))),
  };
}

/** The kind of a document in an answer. */
export const kindIn = ({ kinds }: JudgeAnswer, { place }: OpenDocument): string | undefined =>
  kinds.find(({ file }) => file === place.file)?.kind;
