/**
 * Finds objects that are defined twice among manifests that are applied together: in one file, in files of one folder, in the render of one chart.
 * Files in different folders are environments or overlays, and files with the same "# Source:" lines are renders of one chart
 * for several environments: those are alternatives, which are never applied together (ADR 34).
 */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Finding, Sources } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';
import { type ObjectIdentity, objectIdentity } from '@mcpgw/validate';
import { stdinName } from './inputs.js';
import { Patches } from './patches.js';

interface Definition {
  readonly file: string;
  readonly start: number;
  readonly source: string | undefined;
}

/** The template that a rendered document came from, as `helm template` writes it before the document. */
function sourceOf(content: string, start: number): string | undefined {
  const from = content.lastIndexOf('\n---', start);
  return /^# Source: (\S+)/m.exec(content.slice(Math.max(0, from), start))?.[1];
}

/** Different paths of one file count as one file. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** The objects of one run, by identity. */
export class DefinedObjects {
  readonly #sources: Sources;
  readonly #known = new Map<string, Definition[]>();
  readonly #patches = new Patches();
  readonly #files = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Whether a file was seen before, possibly under another path. Its objects are not checked again. */
  isSeen(file: string): boolean {
    const real = realPath(file);
    const isSeen = this.#files.has(real);
    this.#files.add(real);
    return isSeen;
  }

  /** Records an object of a file; returns a finding if it is already defined. */
  add(object: Node, file: string, offset = 0): Finding | undefined {
    const identity = objectIdentity(object);
    if (identity === undefined || identity.isHook) return undefined;
    const start = identity.span.start + offset;
    const definition = { file, start, source: sourceOf(this.#sources.get(file) ?? '', start) };
    const known = this.#known.get(identity.key) ?? [];
    this.#known.set(identity.key, [...known, definition]);
    const first = known.find(other => this.#together(other, definition));
    return first === undefined ? undefined : this.#finding(identity, first, definition, offset);
  }

  #together(one: Definition, other: Definition): boolean {
    if (one.file === other.file) return true;
    if (one.file === stdinName || other.file === stdinName || dirname(one.file) !== dirname(other.file)) return false;
    if (one.source !== undefined && one.source === other.source) return false;
    return !this.#patches.has(one.file) && !this.#patches.has(other.file);
  }

  #finding({ label, span }: ObjectIdentity, first: Definition, { file }: Definition, offset: number): Finding {
    const index = this.#sources.index(first.file);
    const position = index?.position(first.start);
    const place = position === undefined ? first.file : `${first.file}:${position.line}:${position.column}`;
    return {
      rule: 'duplicate-object',
      severity: 'error',
      message: `${label} is already defined at ${place}`,
      file,
      span: { start: span.start + offset, end: span.end + offset },
      path: ['metadata', 'name'],
      suggestion: 'remove or rename one of the two; check files that are alternatives in separate runs',
    };
  }
}

/** An object of a render, by its identity. */
export class RenderedObjects {
  readonly #namespace: string;
  readonly #known = new Map<string, string>();

  /** `namespace` is that of the release: objects without a namespace are created there. */
  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  /** Records an object that `template` renders; returns a finding in the manifest's text if another one has its identity. */
  add(object: Node, template: string, file: string, offset = 0): Finding | undefined {
    const identity = objectIdentity(object, this.#namespace);
    if (identity === undefined || identity.isHook) return undefined;
    const first = this.#known.get(identity.key);
    if (first === undefined) this.#known.set(identity.key, template);
    if (first === undefined) return undefined;
    const by = first === template ? 'twice by this template' : `by ${first} too`;
    const span = { start: identity.span.start + offset, end: identity.span.end + offset };
    const message = `${identity.label} is rendered ${by}: the deploy fails`;
    const suggestion = 'give each object its own name';
    return { rule: 'duplicate-object', severity: 'error', message, file, span, path: ['metadata', 'name'], suggestion };
  }
}
