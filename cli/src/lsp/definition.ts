/** The way from a reference to the object that it names, in the files of the folder. */
import { LineIndex } from '@mcpgw/diagnostics';
import { type FileDocuments, type ReferenceTarget, referenceTargets, referredName, streamOf, streamOfFiles } from '@mcpgw/relations';
import { decodeFile, maxStreamBytes, type Node, parseYaml } from '@mcpgw/structure';
import { readBytes } from '../read-file.js';
import type { Input } from '../validate/inputs.js';
import { Skips } from '../validate/not-checked.js';

/** A place in a file; lines and columns count from one, columns in UTF-16 units. */
export interface DefinitionTarget {
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

const textOf = (file: string): string => decodeFile(readBytes(file, file), file, maxStreamBytes).text;
const documentsOf = (file: string, text: string): readonly Node[] => parseYaml(text, { file, dialect: 'go' }).documents;

/** The objects that the reference at an offset leads to. Of the folder, only files that contain the name are read as YAML. */
export function definitionOf(
  isFolder: boolean,
  file: string,
  offset: number,
  inputsOfFolder: (skips: Skips) => readonly Input[],
): DefinitionTarget[] {
  const text = textOf(file);
  const own = documentsOf(file, text);
  const name = referredName(streamOf(own, []), offset);
  if (name === undefined) return [];
  const inputs = isFolder ? inputsOfFolder(new Skips()) : [];
  const others = inputs.flatMap(input => (input.type === 'file' && input.file !== file ? input.file : []));
  const texts = [{ file, text }, ...others.map(other => ({ file: other, text: textOf(other) })).filter(other => other.text.includes(name))];
  const files = texts.map(
    (each, index): FileDocuments => ({ documents: index === 0 ? own : documentsOf(each.file, each.text), own: index === 0 }),
  );
  return referenceTargets(streamOfFiles(files), offset).map(target => placeOf(target, texts));
}

function placeOf(
  { file, node: { span } }: ReferenceTarget,
  texts: readonly { readonly file: string; readonly text: string }[],
): DefinitionTarget {
  const found = texts[file]!;
  const index = new LineIndex(found.text);
  return { file: found.file, start: index.position(span.start), end: index.position(span.end) };
}
