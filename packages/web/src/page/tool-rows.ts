/** Places of the rows of the table of tools: a heading for each server, and its tools below unless it is collapsed. */
import type { ToolGroup } from '../api/view.js';

/** A row of the table. `index` of a tool is its place in the list. */
export type TableRow =
  | { readonly kind: 'group'; readonly group: ToolGroup; readonly top: number; readonly row: number }
  | { readonly kind: 'tool'; readonly group: ToolGroup; readonly index: number; readonly top: number; readonly row: number };

/** Heights of rows in pixels. */
export interface RowHeights {
  readonly group: number;
  readonly tool: number;
}

interface Place {
  readonly group: ToolGroup;
  readonly top: number;
  readonly row: number;
  /** The place of its first tool in the list. */
  readonly first: number;
  readonly shown: number;
}

/** The layout of a table. */
export class RowLayout {
  readonly #places: readonly Place[];
  readonly #heights: RowHeights;
  readonly height: number;
  readonly rows: number;

  constructor(groups: readonly ToolGroup[], collapsed: ReadonlySet<string>, heights: RowHeights) {
    this.#heights = heights;
    const places: Place[] = [];
    let [top, row, first] = [0, 0, 0];
    for (const group of groups) {
      const shown = collapsed.has(group.server) ? 0 : group.total;
      places.push({ group, top, row, first, shown });
      top += heights.group + shown * heights.tool;
      row += 1 + shown;
      first += group.total;
    }
    this.#places = places;
    this.height = top;
    this.rows = row;
  }

  /** The rows that touch the part of the table between two heights. */
  between(from: number, to: number): TableRow[] {
    const rows: TableRow[] = [];
    for (const place of this.#places) {
      const { group, top, row, first, shown } = place;
      const begin = top + this.#heights.group;
      if (begin + shown * this.#heights.tool <= from && top + this.#heights.group <= from) continue;
      if (top >= to) break;
      if (begin > from) rows.push({ kind: 'group', group, top, row });
      const start = Math.max(0, Math.floor((from - begin) / this.#heights.tool));
      const end = Math.min(shown, Math.ceil((to - begin) / this.#heights.tool));
      for (let at = start; at < end; at++)
        rows.push({ kind: 'tool', group, index: first + at, top: begin + at * this.#heights.tool, row: row + 1 + at });
    }
    return rows;
  }

  /** Where a row is, by its number. */
  place(row: number): { readonly top: number; readonly height: number } | undefined {
    const place = this.#places.findLast(({ row: start }) => start <= row);
    if (place === undefined || row >= this.rows) return undefined;
    if (place.row === row) return { top: place.top, height: this.#heights.group };
    return { top: place.top + this.#heights.group + (row - place.row - 1) * this.#heights.tool, height: this.#heights.tool };
  }

  /** The server whose tools are at a height. */
  groupAt(height: number): ToolGroup | undefined {
    return this.#places.findLast(({ top }) => top <= height)?.group;
  }
}
