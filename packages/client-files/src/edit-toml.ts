/**
 * A table in a file of TOML: put in and taken out by its lines; everything else stays as it is. Forms in which the lines of a table are not
 * certain are refused.
 */
import { EditError } from './edit-error.js';

const header = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/;

/** The name of the table that the text of an entry begins with: `mcp_servers.mcpgw`. */
function tableOf(entry: string): string {
  const found = header.exec(entry.split('\n')[0]!)?.[1];
  if (found === undefined) throw new EditError('the entry is not a table');
  return found;
}

/** The same name in one spelling: quotes and spaces around its parts do not count. */
const plain = (name: string): string =>
  name
    .split('.')
    .map(part => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .join('.');

/** The lines of a table with the tables below it: from, and up to. Undefined where there is none. @throws EditError */
function linesOf(lines: readonly string[], table: string): readonly [number, number] | undefined {
  const wanted = plain(table);
  const nameAt = (line: string) => {
    const name = header.exec(line)?.[1];
    return name === undefined ? undefined : plain(name);
  };
  const from = lines.findIndex(line => nameAt(line) === wanted);
  const isBelow = (line: string) => nameAt(line)?.startsWith(`${wanted}.`) === true;
  const root = plain(table).split('.')[0]!;
  if (lines.some(line => new RegExp(`^\\s*["']?${root}["']?\\s*[.=]`).test(line)))
    throw new EditError(`"${root}" is written in another form than tables there`);
  if (from < 0) {
    if (lines.some(isBelow)) throw new EditError(`the table ${table} has only parts there`);
    return undefined;
  }
  if (lines.some(line => line.includes('"""') || line.includes("'''")))
    throw new EditError('it has texts of several lines, in which tables cannot be told apart');
  let to = from + 1;
  while (to < lines.length && (!/^\s*\[/.test(lines[to]!) || isBelow(lines[to]!))) to++;
  // Comments and empty lines before the next table belong to that one.
  while (to > from + 1 && to < lines.length && /^\s*(?:#.*)?$/.test(lines[to - 1]!)) to--;
  return [from, to];
}

/** Puts the table of an entry into a file. @throws EditError */
export function putToml(text: string, entry: string): string {
  const lines = text.split('\n');
  const place = linesOf(lines, tableOf(entry));
  if (place === undefined) {
    const before = text.trim() === '' ? '' : `${text.replace(/\n*$/, '')}\n\n`;
    return `${before}${entry}\n`;
  }
  const [from, to] = place;
  const old = lines.slice(from, to);
  while (old.length > 0 && old.at(-1)!.trim() === '') old.pop();
  if (old.join('\n') === entry) return text;
  const rest = lines.slice(from + old.length);
  return [...lines.slice(0, from), ...entry.split('\n'), ...(rest.length === 0 ? [''] : rest)].join('\n');
}

/** Takes the table out. @throws EditError */
export function takeToml(text: string, entry: string): string {
  const lines = text.split('\n');
  const place = linesOf(lines, tableOf(entry));
  if (place === undefined) return text;
  const [from, to] = place;
  const before = lines.slice(0, from);
  while (before.length > 0 && before.at(-1)!.trim() === '') before.pop();
  const after = lines.slice(to);
  const rest = [
    ...before,
    ...(before.length > 0 && after.some(line => line.trim() !== '') && after[0]!.trim() !== '' ? [''] : []),
    ...after,
  ];
  const joined = rest.join('\n');
  return joined === '' || joined.endsWith('\n') ? joined : `${joined}\n`;
}

/** The lines of the table as they are in the file; undefined where there is none. @throws EditError */
export function findToml(text: string, entry: string): string | undefined {
  const lines = text.split('\n');
  const place = linesOf(lines, tableOf(entry));
  return (
    place &&
    lines
      .slice(...place)
      .join('\n')
      .trimEnd()
  );
}
