/** Named templates that belong together: behaviour of Go 1.26 text/template/template.go. */

import type { Func, FuncMap, ParamType, TemplateCall, Value } from '@mcpgw/go/values';
import { Budget, BudgetError, defaultLimits } from './budget.js';
import { codeOf } from './compiled.js';
import { NoTemplateError } from './errors.js';
import { execute } from './exec.js';
import { builtins } from './funcs.js';
import { Layers } from './layers.js';
import type { ListNode, Source } from './node.js';
import { parse } from './parse.js';
import type { MissingKey, Template, Templates } from './state.js';
import type { Tree } from './tree.js';
import { decodeTree, type EncodedTree } from './tree-codec.js';

/** Longer texts are not kept. */
const maxCachedText = 16384;
/** Code units of all texts kept. */
const maxCacheSize = 4_000_000;

/** What was parsed, for `tpl`, which parses the same texts over and over. */
class ParseCache {
  readonly #trees = new Map<string, Map<string, Tree>>();
  #size = 0;

  get(key: string): Map<string, Tree> | undefined {
    return this.#trees.get(key);
  }

  set(key: string, trees: Map<string, Tree>): void {
    if (this.#size + key.length > maxCacheSize) {
      this.#trees.clear();
      this.#size = 0;
    }
    this.#size += key.length;
    this.#trees.set(key, trees);
  }
}

/** Compiles a tree. False where it nests too deep: its execution says so. */
function isCompiled(tree: Tree): boolean {
  try {
    codeOf(tree);
    return true;
  } catch (error) {
    if (error instanceof BudgetError) return false;
    throw error;
  }
}

export interface TemplateSetOptions {
  /** Functions beside the builtin ones; the set takes the map over, and adds those that it lacks. */
  readonly funcs: FuncMap;
  /** What a key that a map does not have gives; `zero` gives the zero value of the map's elements. */
  readonly missingKey: MissingKey;
  readonly budget?: Budget;
}

function withBuiltins(funcs: FuncMap): FuncMap {
  for (const [name, f] of builtins()) if (!funcs.has(name)) funcs.set(name, f);
  return funcs;
}

/** Go's *template.Template with its associated templates. */
export class TemplateSet implements Templates {
  readonly name: string;
  readonly missingKey: MissingKey;
  readonly budget: Budget;
  #templates: Layers<Template>;
  #funcs: Layers<Func>;
  #cache: ParseCache;
  /** Clones are made to run a text; only their texts come again. */
  #isClone = false;

  /** With `origin` the set is a copy of that one; see `clone`. */
  constructor(name: string, options: TemplateSetOptions, origin?: TemplateSet) {
    this.name = name;
    this.missingKey = options.missingKey;
    this.budget = options.budget ?? new Budget(defaultLimits);
    this.#templates = origin ? origin.#templates.clone() : new Layers();
    this.#funcs = origin ? origin.#funcs.clone() : Layers.of(withBuiltins(options.funcs));
    this.#cache = origin ? origin.#cache : new ParseCache();
    this.#isClone = origin !== undefined;
  }

  /**
   * `t.New(name).Parse(text)`: adds the text's templates. One whose body is blank does not replace one that exists.
   * Returns the text's own template, blank or not, for `executeTemplate`.
   *
   * @throws ParseError if the text is malformed
   */
  parse(name: string, text: string): Template {
    return { name, tree: this.add(name, text).get(name)! };
  }

  /** Like `parse`, but returns all trees of the text. @throws ParseError if the text is malformed */
  add(name: string, text: string): ReadonlyMap<string, Tree> {
    const trees = this.#trees(name, text);
    for (const tree of trees.values()) this.#associate(tree);
    return trees;
  }

  /** As `add`, for a text that was parsed before by anyone who had the same functions. */
  addEncoded(source: Source, encoded: readonly EncodedTree[]): ReadonlyMap<string, Tree> {
    const nodesOf = this.#parsedAgain(source);
    const trees = encoded.map(tree => [tree.name, decodeTree(tree, source, () => nodesOf(tree.name))] as const);
    for (const [, tree] of trees) this.#associate(tree);
    return new Map(trees);
  }

  /** Compiles each tree at once and forgets its nodes: they die young, which saves more than the code of templates that do not run costs. */
  #parseText(name: string, text: string): Map<string, Tree> {
    const trees = parse(name, text, f => this.#funcs.get(f) !== undefined);
    const nodesOf = this.#parsedAgain({ parseName: name, text });
    for (const tree of trees.values()) if (isCompiled(tree)) tree.forgetNodes(() => nodesOf(tree.name));
    return trees;
  }

  /** The body of each template of a text that is known to parse with the functions of this set. The text is parsed when a body is needed. */
  #parsedAgain(source: Source): (name: string) => ListNode {
    const keywords = ['break', 'continue'].filter(word => this.#funcs.get(word) === undefined);
    let trees: Map<string, Tree> | undefined;
    return name => {
      trees ??= parse(source.parseName, source.text, f => !keywords.includes(f));
      return trees.get(name)!.root;
    };
  }

  #trees(name: string, text: string): Map<string, Tree> {
    if (!this.#isClone || text.length > maxCachedText) return this.#parseText(name, text);
    const key = `${name}\0${text}`;
    let trees = this.#cache.get(key);
    if (trees === undefined) {
      trees = this.#parseText(name, text);
      this.#cache.set(key, trees);
    }
    return trees;
  }

  /** The trees of a text, which are not added. @throws ParseError if the text is malformed */
  treesOf(name: string, text: string): Iterable<Tree> {
    return this.#trees(name, text).values();
  }

  #associate(tree: Tree): void {
    if (this.#templates.get(tree.name) !== undefined && tree.isBlank) return;
    this.#templates.set(tree.name, { name: tree.name, tree });
  }

  /** A copy in constant time: later changes of either do not show in the other. The budget stays shared unless another is given. */
  clone(budget = this.budget): TemplateSet {
    return new TemplateSet(this.name, { funcs: new Map(), missingKey: this.missingKey, budget }, this);
  }

  /** Adds or replaces functions; templates that are already parsed see the replacement. */
  withFuncs(extra: FuncMap): void {
    for (const [name, f] of extra) {
      if (this.#funcs.get(name) === undefined) this.#cache = new ParseCache();
      this.#funcs.set(name, f);
    }
  }

  has(name: string): boolean {
    return this.#templates.get(name) !== undefined;
  }

  lookup(name: string): Template | undefined {
    return this.#templates.get(name);
  }

  lookupFunc(name: string): Func | undefined {
    return this.#funcs.get(name);
  }

  /** The template of that name. @throws NoTemplateError if there is none */
  find(name: string): Template {
    const template = this.#templates.get(name);
    if (template === undefined) throw new NoTemplateError(name, this.name);
    return template;
  }

  /**
   * Runs the template of that name.
   *
   * @throws NoTemplateError if there is none, ExecError if it fails, BudgetError if it exceeds a limit
   */
  execute(name: string, data: Value): string {
    return this.executeTemplate(this.find(name), data);
  }

  /**
   * Runs a template that `parse`, `find` or `lookup` returned.
   *
   * @throws ExecError if it fails, BudgetError if it exceeds a limit
   */
  executeTemplate(template: Template, data: Value): string {
    return execute(this, template, data, this.budget);
  }
}

/** A TemplateCall with its types. */
export interface Entered extends TemplateCall {
  readonly set: TemplateSet;
  readonly template: Template;
}

/**
 * A template function that runs a template, as include and tpl do. The executor runs that template on its own stack, so
 * recursion is bounded by the budget alone. `enter` and `leave` may throw FuncError, ParseError or NoTemplateError.
 */
export function templateFunc(options: {
  name: string;
  params: readonly ParamType[];
  result?: ParamType | string;
  enter(...args: Value[]): Entered;
}): Func {
  const { enter, ...signature } = options;
  const call = (...args: Value[]): Value => {
    const run = enter(...args);
    let output: string;
    try {
      output = run.set.executeTemplate(run.template, run.data);
    } catch (error) {
      throw (error instanceof Error ? run.fail?.(error) : undefined) ?? error;
    }
    return run.leave(output);
  };
  return { ...signature, call, enter };
}
