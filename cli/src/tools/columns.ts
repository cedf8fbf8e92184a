import { painter, type TableStyle } from '../paint.js';
import { wrap } from '../probe/table.js';

export type ToolsStyle = TableStyle<string>;

const gap = '  ';
const widest = 60;
const narrowest = 20;

/** Indented lines of at most `width`. */
export function wrapped(text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(narrowest, width - indent)).map(line => ' '.repeat(indent) + line);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Rows of three: a name, a status that is colored by its role, and a text that gets the remaining width. */
export function columns(
  head: readonly [string, string, string],
  rows: readonly (readonly string[])[],
  roles: readonly string[],
  { width, paint }: ToolsStyle,
): string[] {
  const wide = (at: number) => Math.min(widest, Math.max(head[at]!.length, ...rows.map(row => row[at]!.length)));
  const [first, second] = [wide(0), wide(1)];
  const left = width - first - second - 2 * gap.length;
  const text = (value: string) => (left < narrowest ? '' : cut(value, left));
  const line = (cells: readonly string[], role: string) =>
    [cells[0]!.padEnd(first), paint(cells[1]!.padEnd(second), role), text(cells[2]!)].join(gap).trimEnd();
  const title = paint([head[0].padEnd(first), head[1].padEnd(second), text(head[2])].join(gap).trimEnd(), 'bold');
  return [title, ...rows.map((row, at) => line(row, roles[at]!))];
}

/** The terminal of standard output; plain if it is not a terminal. */
export function terminalStyle(): ToolsStyle {
  const paint = painter<string>({
    callable: 'green',
    pending_approval: 'yellow',
    disabled_by_user: 'dim',
    disabled_by_config: 'magenta',
    server_disabled: 'dim',
    server_quarantined: 'yellow',
    login_required: 'yellow',
    disabled_unknown: 'red',
    transient: 'yellow',
    permanent: 'red',
    denied: 'magenta',
    off: 'dim',
    quarantined: 'yellow',
    bold: 'bold',
  });
  return { width: process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY, paint };
}
