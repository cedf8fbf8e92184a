/** Lists what a server offers, page by page, within limits. Items that cannot be used are left out and reported. */

import { safeText } from '@mcpgw/loader';
import { type Deadline, isPlainObject, LoadError } from '@mcpgw/loader/internal';
import type { SourceTool } from '../tools/source.js';
import { itemSchemaFault } from './answer-schema.js';
import { measure } from './bounded.js';
import { headerArgumentsFault } from './header-arguments.js';
import type { LiveConnection } from './live-connection.js';
import { Slices } from './slices.js';
import type { OmittedTool } from './types.js';

export interface ListLimits {
  readonly pages: number;
  readonly items: number;
  /** Maximum number of UTF-16 units of all items together. */
  readonly characters: number;
}

export const listLimits: ListLimits = { pages: 1000, items: 50_000, characters: 64 * 2 ** 20 };

/** The lists of MCP, and the member of a page that holds the items. */
const members = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

export type ListMethod = keyof typeof members;

type Item = Readonly<Record<string, unknown>>;

const maxOmitted = 100;

function listError(text: string): LoadError {
  return new LoadError({ layer: 'tools/list', code: 'not-mcp', text });
}

interface Page {
  readonly items: readonly unknown[];
  readonly cursor: string | undefined;
}

function pageOf(method: ListMethod, result: unknown): Page {
  const items = isPlainObject(result) ? result[members[method]] : undefined;
  if (!isPlainObject(result) || !Array.isArray(items)) throw listError(`the reply to ${method} has no list of ${members[method]}`);
  const cursor = result.nextCursor;
  if (cursor !== undefined && typeof cursor !== 'string') throw listError(`the reply to ${method} has a cursor that is not a text`);
  return { items, cursor };
}

/**
 * What no name may contain, because it is not visible or looks like something else: control, direction and zero-width characters,
 * fillers, variation selectors, halves of characters, and blanks other than a space inside.
 */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|^\p{Z}|\p{Z}$|(?! )\p{Zs}/u;
const maxName = 256;

function nameFault(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'has no name';
  if (name.length > maxName) return `has a name of more than ${maxName} characters`;
  return unusable.test(name) ? 'has a name with characters that cannot be shown' : undefined;
}

function toolFault(item: Item, inHeaders: boolean): string | undefined {
  const { inputSchema, outputSchema, description } = item;
  if (!isPlainObject(inputSchema) || inputSchema.type !== 'object') return "has no input schema of the type 'object'";
  if (outputSchema !== undefined && !isPlainObject(outputSchema)) return 'has an output schema that is not an object';
  if (description !== undefined && typeof description !== 'string') return 'has a description that is not a text';
  return inHeaders ? headerArgumentsFault(inputSchema) : undefined;
}

function keyOf(method: ListMethod, item: Item): unknown {
  if (method === 'resources/list') return item.uri;
  return method === 'resources/templates/list' ? item.uriTemplate : item.name;
}

/** What is wrong with one listed item, as the end of a sentence. */
function itemFault(method: ListMethod, item: Item, known: ReadonlyMap<unknown, Item>, inHeaders: boolean): string | undefined {
  const key = keyOf(method, item);
  if (method === 'tools/list' || method === 'prompts/list') {
    const fault = nameFault(key) ?? (method === 'tools/list' ? toolFault(item, inHeaders) : undefined);
    if (fault !== undefined) return fault;
  } else if (typeof key !== 'string' || key === '' || key.length > 8192) return 'has no address';
  const broken = itemSchemaFault(method, item);
  if (broken !== undefined) return `breaks the protocol at ${broken}`;
  return known.has(key) ? 'is listed twice' : undefined;
}

class Collected {
  readonly items = new Map<unknown, Item>();
  readonly omitted: OmittedTool[] = [];
  readonly #method: ListMethod;
  readonly #inHeaders: boolean;
  readonly #limits: ListLimits;
  #characters = 0;

  /** `inHeaders`: arguments are sent as headers if a tool declares that. */
  constructor(method: ListMethod, limits: ListLimits, inHeaders: boolean) {
    this.#inHeaders = inHeaders;
    this.#method = method;
    this.#limits = limits;
  }

  add(item: unknown): void {
    const measured = measure(item);
    const fault =
      'fault' in measured
        ? measured.fault
        : isPlainObject(item)
          ? itemFault(this.#method, item, this.items, this.#inHeaders)
          : 'is not an object';
    if (fault !== undefined || !('characters' in measured)) {
      this.#omit(item, fault ?? '');
      return;
    }
    this.#characters += measured.characters;
    if (this.items.size >= this.#limits.items || this.#characters > this.#limits.characters)
      throw listError(`${this.#method} returns more than ${this.#limits.items} items or ${this.#limits.characters} characters`);
    this.items.set(keyOf(this.#method, item as Item), item as Item);
  }

  #omit(item: unknown, reason: string): void {
    const key = isPlainObject(item) ? keyOf(this.#method, item) : undefined;
    if (this.omitted.length < maxOmitted) this.omitted.push({ tool: typeof key === 'string' ? safeText(key) : '', reason });
  }
}

export interface Listed {
  readonly items: readonly Item[];
  readonly omitted: readonly OmittedTool[];
}

/** Whether the server says that it has what `method` lists. */
export function offers(connection: LiveConnection, method: ListMethod): boolean {
  const { capabilities } = connection;
  if (method === 'tools/list') return capabilities.tools !== undefined;
  return method === 'prompts/list' ? capabilities.prompts !== undefined : capabilities.resources !== undefined;
}

/**
 * All pages of a list, looked at in slices; empty, without a request, if the server does not offer it.
 * @throws LoadError if paging does not end, or if the list is too large; what the request throws
 */
export async function listAll(
  connection: LiveConnection,
  method: ListMethod,
  deadline: Deadline,
  limits: ListLimits = listLimits,
  slices = new Slices(),
): Promise<Listed> {
  if (!offers(connection, method)) return { items: [], omitted: [] };
  const collected = new Collected(method, limits, connection.isModern && connection.transport !== 'stdio');
  const seen = new Set<string>();
  for (let pages = 0, cursor: string | undefined; pages < limits.pages; pages++) {
    slices.pause();
    const result = await connection.request(method, cursor === undefined ? undefined : { cursor }, { signal: deadline.signal });
    slices.resume();
    const page = pageOf(method, result);
    await slices.each(page.items, item => collected.add(item));
    if (page.cursor === undefined) return { items: [...collected.items.values()], omitted: collected.omitted };
    if (seen.has(page.cursor)) throw listError(`${method} repeats a page: its paging never ends`);
    seen.add(page.cursor);
    cursor = page.cursor;
  }
  throw listError(`${method} has more than ${limits.pages} pages: its paging does not end`);
}

/** The tools of a server, and those that cannot be used. */
export async function listUsableTools(
  connection: LiveConnection,
  deadline: Deadline,
  slices: Slices,
): Promise<{ tools: readonly SourceTool[]; omitted: readonly OmittedTool[] }> {
  const { items, omitted } = await listAll(connection, 'tools/list', deadline, listLimits, slices);
  return { tools: items as unknown as readonly SourceTool[], omitted };
}
