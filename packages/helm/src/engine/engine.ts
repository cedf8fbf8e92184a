/**
 * Parses and executes templates. Follows helm.sh/helm/v4 v4.2.4 pkg/engine/engine.go; for Helm 3, helm.sh/helm/v3 v3.20.0
 * pkg/engine/engine.go.
 */

import { baseName } from '@mcpgw/go/path';
import { quote } from '@mcpgw/go/strconv';
import { compareStrings, decodeBytes, type Func, FuncError, type FuncMap, GoMap, type Value } from '@mcpgw/go/values';
import { Budget, ExecError, ParseError, TemplateSet, type Tree, templateFunc } from '@mcpgw/gotemplate';
import { type EncodedTree, type Entered, encodeTree, type Source, type Strings, type Template } from '@mcpgw/gotemplate/internal';
import { type Dialect, helm4 } from '../common/dialect.js';
import type { Limits } from '../common/limits.js';
import { type FuncDeps, helmFuncs } from '../funcs/index.js';
import { asValues, type ValuesType, valuesIn } from '../values/view.js';
import { cleanupParseError, reformatExecError, UserMessage } from './engine-errors.js';
import { memoryWatch } from './memory.js';
import type { Renderable } from './scopes.js';

const recursionMaxNums = 1000;

function required(message: Value, value: Value): Value {
  if (value === null || value === '') throw new UserMessage(message as string);
  return value;
}

const engineFuncs: readonly Func[] = [
  { name: 'required', params: ['string', 'any'], result: 'any', call: (message, value) => required(message!, value!) },
  {
    name: 'fail',
    params: ['string'],
    result: 'string',
    call: message => {
      throw new UserMessage(message as string);
    },
  },
  { name: 'lookup', params: ['string', 'string', 'string', 'string'], result: 'map', call: () => new GoMap() },
  { name: 'include', params: ['string', 'any'], result: 'string', call: () => '' },
  { name: 'tpl', params: ['string', 'any'], result: 'string', call: () => '' },
];

/** All functions that Helm's templates can call. */
export function allFuncs(deps: FuncDeps, dialect = helm4): FuncMap {
  const funcs = helmFuncs(deps, dialect);
  for (const func of engineFuncs) funcs.set(func.name, func);
  return funcs;
}

/** How often each template is on the stack of includes. */
type IncludedNames = Map<string, number>;

function includeFun(set: TemplateSet, included: IncludedNames): Func {
  const enter = (name: string, data: Value): Entered => {
    const count = included.get(name) ?? 0;
    if (count > recursionMaxNums) {
      throw new FuncError(`rendering template has a nested reference name: ${name}: unable to execute template`);
    }
    const template = set.find(name);
    included.set(name, count + 1);
    return { set, template, data, leave: output => leave(name, output) };
  };
  const leave = (name: string, output: string): string => {
    included.set(name, included.get(name)! - 1);
    return output;
  };
  return templateFunc({
    name: 'include',
    params: ['string', 'any'],
    result: 'string',
    enter: (name, data) => enter(name as string, data!),
  });
}

/** Go prints `<no value>` for absent values, and Helm removes it from every result. */
const withoutNoValue = (text: string): string => (text.includes('<no value>') ? text.replaceAll('<no value>', '') : text);

function tplFun(parent: TemplateSet, included: IncludedNames): Func {
  const enter = (text: string, data: Value): Entered => {
    const set = parent.clone();
    bind(set, included);
    return { set, template: parseTpl(set, text), data, leave: withoutNoValue, fail: error => tplError(text, error) };
  };
  return templateFunc({ name: 'tpl', params: ['string', 'any'], result: 'string', enter: (text, data) => enter(text as string, data!) });
}

function parseTpl(set: TemplateSet, text: string): Template {
  try {
    return set.parse(set.name, text);
  } catch (error) {
    if (error instanceof ParseError) throw new FuncError(`cannot parse template ${quote(text)}: ${error.message}`, { cause: error });
    throw error;
  }
}

function tplError(text: string, error: Error): Error {
  if (!(error instanceof ExecError)) return error;
  return new FuncError(`error during tpl function execution for ${quote(text)}: ${error.message}`, { cause: error });
}

function bind(set: TemplateSet, included: IncludedNames): void {
  const functions: FuncMap = new Map();
  functions.set('include', includeFun(set, included));
  functions.set('tpl', tplFun(set, included));
  set.withFuncs(functions);
}

const depthOf = (path: string): number => path.split('/').length;

/**
 * Sorts the deepest paths first, and equal depths by name in descending order, so that a file nearer to the root redefines what is below
 * it.
 */
export function sortTemplates(paths: Iterable<string>): string[] {
  const byDepth = Array.from(paths, path => ({ path, depth: depthOf(path) }));
  return byDepth.sort((a, b) => b.depth - a.depth || compareStrings(b.path, a.path)).map(({ path }) => path);
}

/** Returns the bytecode of a template file if it was parsed before with the same functions, and undefined otherwise. */
export type ParsedTemplates = (name: string, data: Uint8Array) => readonly EncodedTree[] | undefined;

/** Called for each template file with a function that encodes it. */
export type OnParsed = (name: string, data: Uint8Array, encode: (strings: Strings) => readonly EncodedTree[]) => void;

/** The text of a template, decoded on first use. */
class TemplateSource implements Source {
  readonly parseName: string;
  readonly #data: Uint8Array;
  #decoded: string | undefined;
  constructor(path: string, data: Uint8Array) {
    this.parseName = path;
    this.#data = data;
  }
  get text(): string {
    this.#decoded ??= decodeBytes(this.#data);
    return this.#decoded;
  }
}

interface ParsedFiles {
  readonly files: readonly { readonly path: string; readonly file: object }[];
  readonly paths: readonly string[];
  readonly set: TemplateSet;
}

/** Whether the templates are these files, in this order. */
function hasFiles(templates: ReadonlyMap<string, Renderable>, files: ParsedFiles['files']): boolean {
  if (templates.size !== files.length) return false;
  let i = 0;
  let same = true;
  templates.forEach(({ file }, path) => {
    const known = files[i++]!;
    same &&= known.path === path && known.file === file;
  });
  return same;
}

/** The number of parsed template sets that are kept: one for each choice of enabled dependencies. */
const maxCachedSets = 8;

/** How templates are executed. */
export interface EngineOptions {
  /** The clock, randomness and time zone of template functions. */
  readonly deps: FuncDeps;
  readonly limits: Limits;
  readonly dialect?: Dialect;
  /** Returns templates that are known without parsing; see `encodeTemplates`. */
  readonly parsed?: ParsedTemplates;
  /** Called for each template file, in the order of parsing. */
  readonly onParsed?: OnParsed;
}

/** Parses templates and keeps the result, so that further renders of the same files need not parse them again. */
export class Engine {
  /** Holds functions and no templates. The sets cloned from it share what was parsed. */
  readonly #base: TemplateSet;
  readonly #limits: Limits;
  readonly #known: ParsedTemplates;
  readonly #onParsed: OnParsed;
  readonly #dialect: Dialect;
  readonly #valuesType: ValuesType;
  /** The most recent first. */
  readonly #parsed: ParsedFiles[] = [];

  constructor(options: EngineOptions) {
    const { deps, limits, dialect = helm4, parsed = () => undefined, onParsed = () => {} } = options;
    this.#limits = limits;
    this.#known = parsed;
    this.#onParsed = onParsed;
    this.#dialect = dialect;
    this.#valuesType = valuesIn(dialect.packages.values);
    this.#base = new TemplateSet('gotpl', { funcs: allFuncs(deps, dialect), missingKey: 'zero' });
  }

  /**
   * Renders templates. Returns text by path, without partials. The templates after the one for which `goesOn` returns false are not rendered.
   *
   * @throws RenderError if a template fails, LimitError if a limit is exceeded
   */
  render(templates: ReadonlyMap<string, Renderable>, goesOn: (path: string, text: string) => boolean = () => true): Map<string, string> {
    const { paths, set: parsed } = this.#parsedOf(templates);
    const set = parsed.clone(this.#budget());
    bind(set, new Map());
    const rendered = new Map<string, string>();
    for (const path of paths) {
      if (baseName(path).startsWith('_')) continue;
      const { scope, basePath } = templates.get(path)!;
      scope.set(
        'Template',
        asValues(
          new GoMap([
            ['Name', path],
            ['BasePath', basePath],
          ]),
          this.#valuesType,
        ),
      );
      const text = withoutNoValue(this.#execute(set, path, templates));
      rendered.set(path, text);
      if (!goesOn(path, text)) break;
    }
    return rendered;
  }

  #execute(set: TemplateSet, path: string, templates: ReadonlyMap<string, Renderable>): string {
    try {
      return set.execute(path, templates.get(path)!.scope);
    } catch (error) {
      const sourceOf = (name: string): string | undefined => {
        const file = templates.get(name)?.file;
        return file && decodeBytes(file.data);
      };
      throw reformatExecError(path, error, sourceOf, this.#dialect);
    }
  }

  #budget(): Budget {
    const { steps, outputBytes, depth, milliseconds } = this.#limits;
    return new Budget({ steps, outputBytes, depth, deadlineMs: milliseconds, memoryLeft: memoryWatch() });
  }

  /** Returns the sorted paths and the parsed templates, usually those of the last render. */
  #parsedOf(templates: ReadonlyMap<string, Renderable>): ParsedFiles {
    const parsed = this.#parsed;
    const at = parsed.findIndex(({ files }) => hasFiles(templates, files));
    const found = parsed[at] ?? this.#parse(templates);
    if (at !== 0) {
      if (at > 0) parsed.splice(at, 1);
      parsed.unshift(found);
      parsed.length = Math.min(parsed.length, maxCachedSets);
    }
    return found;
  }

  #parse(templates: ReadonlyMap<string, Renderable>): ParsedFiles {
    const paths = sortTemplates(templates.keys());
    const set = this.#base.clone();
    for (const path of paths) this.#addTemplates(set, path, templates.get(path)!.file.data);
    return { files: Array.from(templates, ([path, { file }]) => ({ path, file })), paths, set };
  }

  #addTemplates(set: TemplateSet, path: string, data: Uint8Array): void {
    const known = this.#known(path, data);
    const trees = known ? set.addEncoded(new TemplateSource(path, data), known) : parseInto(set, path, decodeBytes(data));
    this.#onParsed(path, data, strings => Array.from(trees.values(), tree => encodeTree(tree, strings)));
  }
}

function parseInto(set: TemplateSet, path: string, text: string): ReadonlyMap<string, Tree> {
  try {
    return set.add(path, text);
  } catch (error) {
    throw error instanceof ParseError ? cleanupParseError(error, text) : error;
  }
}
