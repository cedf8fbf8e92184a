import type { Edit, Finding, Path } from '@mcpgw/diagnostics';
import { compareVersions, knownVersions, type MapNode } from '@mcpgw/structure';
import { withLineEnds } from './edit.js';
import { migrations } from './index.js';
import type { Migration, MigrationNote } from './migration.js';

interface Move {
  readonly path: Path;
  readonly kind: MigrationNote['kind'];
  readonly edits: readonly Edit[];
}

/** What the migrations would rewrite so that a version accepts the text. */
function movesOf(source: string, root: MapNode, version: string): Move[] {
  return migrations.flatMap(migration => movesOfOne(migration, source, root, version));
}

function movesOfOne({ at, id, up, down }: Migration, source: string, root: MapNode, version: string): Move[] {
  const isUp = compareVersions(at, version) <= 0;
  const before = knownVersions.filter(known => compareVersions(known, at) < 0).at(-1) ?? '0.0.0';
  const notes: MigrationNote[] = [];
  const note = (text: Omit<MigrationNote, 'id'>): void => void notes.push({ id, ...text });
  const edits = (isUp ? up : down)?.({ source, root, from: isUp ? before : at, to: version, note }) ?? [];
  const own = edits.map(edit => withLineEnds(source, edit));
  return notes.map(({ path, kind }) => ({ path, kind, edits: own }));
}

const startsWith = (path: Path, start: Path): boolean => start.length <= path.length && start.every((step, i) => step === path[i]);

/**
 * For errors about a field that moved between versions of the proxy, adds the migration as the fix if it changes nothing else, and
 * mentions the command that performs it.
 */
export function withMoves(source: string, root: MapNode, version: string, findings: readonly Finding[]): readonly Finding[] {
  const isOpen = ({ severity, fix, path }: Finding): boolean => severity === 'error' && fix === undefined && path !== undefined;
  if (!findings.some(isOpen)) return findings;
  const moves = movesOf(source, root, version);
  return findings.map(finding => {
    const move = isOpen(finding) ? moves.find(({ path }) => startsWith(finding.path!, path)) : undefined;
    if (move === undefined || move.kind === 'cannot' || move.edits.length === 0) return finding;
    const suggestion = `${finding.suggestion === undefined ? '' : `${finding.suggestion}; `}mcpgw migrate rewrites it`;
    return { ...finding, suggestion, ...(move.kind === 'rewritten' && { fix: move.edits }) };
  });
}
