/** The built-in tool that finds tools. The keys of its answer are in alphabetical order, as in mcpproxy 0.60. */

import { remediationMap } from '@mcpgw/approvals';
import { identityOf } from '@mcpgw/names';
import { queryWords } from '@mcpgw/search';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ArgumentsSchema, asInputSchema, checkArguments } from './arguments.js';
import { type BuiltinContext, type BuiltinTool, jsonResult } from './builtin.js';
import type { Catalogue, RankedTool } from './catalogue.js';
import { AnnotationFilter, filterNames } from './filters.js';
import { type SessionRisk, sessionRisk } from './session-risk.js';
import { signature } from './signature.js';
import type { ToolUsage } from './usage.js';

export interface RetrieveToolsDeps {
  readonly catalogue: Catalogue;
  readonly usage: ToolUsage;
  /** Default number of tools in an answer. */
  readonly toolsLimit: () => number;
}

interface Arguments {
  readonly query: string;
  readonly limit?: number;
  readonly include_disabled?: boolean;
  readonly include_stats?: boolean;
  readonly debug?: boolean;
  readonly explain_tool?: string;
  readonly include_session_risk_warning?: boolean;
  readonly detail?: 'full' | 'compact';
  readonly read_only_only?: boolean;
  readonly exclude_destructive?: boolean;
  readonly exclude_open_world?: boolean;
}

const mostTools = 100;
const mostLocked = 10;
/** Maximum number of characters: of a description in an answer, and of all tools of an answer as JSON. */
const longestDescription = 8_192;
const longestAnswer = 1_048_576;

const inputSchema: ArgumentsSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What the tool is to do, in words: "create an issue", "weather forecast".', maxLength: 1_000 },
    limit: { type: 'integer', description: 'Maximum number of tools to return, at most 100.', minimum: 1, maximum: mostTools },
    include_disabled: {
      type: 'boolean',
      description:
        'Also give tools that match and are locked, under `disabled`: name, server, description, status; and what unlocks them, under `remediation`.',
    },
    include_session_risk_warning: { type: 'boolean', description: 'Also say what all tools could do together.' },
    include_stats: { type: 'boolean', description: 'Also say how often tools were called.' },
    debug: { type: 'boolean', description: 'Also say how the search went.' },
    explain_tool: {
      type: 'string',
      description: 'With debug: the name of a tool whose place in the ranking is to be explained.',
      maxLength: 1_000,
    },
    detail: {
      type: 'string',
      description:
        'full: each tool with its input schema. compact: in one line; * marks what is required, lossy says that the schema holds more.',
      enum: ['full', 'compact'],
    },
    read_only_only: { type: 'boolean', description: 'Only tools that say that they change nothing.' },
    exclude_destructive: {
      type: 'boolean',
      description: 'No tools that may destroy something, as a tool does that does not say otherwise.',
    },
    exclude_open_world: {
      type: 'boolean',
      description: 'No tools that may reach the outside world, as a tool does that does not say otherwise.',
    },
  },
  required: ['query'],
  additionalProperties: false,
};

const description =
  'Finds tools among those of all connected servers. Call it first, with what you want to do in words, then call what it gives with call_tool. ' +
  'Set include_disabled:true to also surface tools that exist but are currently locked by config, user, or quarantine, with remediation guidance.';

const usageInstructions =
  'Call a tool with call_tool: its `name` as given here, and `args` that fit its input schema. Each tool says with `annotations` whether it only reads, or may destroy.';
const compactHint =
  '`sig` lists the parameters, * marks required ones. Where lossy is true the schema holds more: ask again with detail:"full" for the exact one.';

function cut(text: string): string {
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, longestDescription - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Digits of a score: enough to rank by, few enough to be the same on every machine. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function fullEntry({ name, server, tool, score }: RankedTool): Record<string, unknown> {
  const { annotations, description = '', inputSchema } = tool;
  return {
    ...(annotations && { annotations }),
    call_with: 'call_tool',
    description: cut(description),
    inputSchema,
    name,
    score: rounded(score),
    server,
  };
}

const firstSentence = /^[^.!?\n]{0,160}/;

function compactEntry({ name, tool, score }: RankedTool): Record<string, unknown> {
  const { text, lossy } = signature(tool);
  return { desc: firstSentence.exec((tool.description ?? '').trim())![0], id: name, lossy, score: rounded(score), sig: text };
}

/** The entry of a locked tool. The description is empty if nobody has approved it, even if the tool is locked for another reason. */
function lockedEntry({ name, server, tool, status, approval, reviewed }: RankedTool) {
  const description = reviewed ? cut(tool.description ?? '') : '';
  return { name, server, description, status: status!, ...(approval && { approval }) };
}

/** The characters that MCP allows in names of tools (2025-11-25, server/tools). A name with other characters could be a sentence. */
const plainName = /^[A-Za-z0-9_.-]{1,128}$/;

/** `disabled` and `remediation`, both or neither. Unreviewed tools are listed only if their names are plain. */
function lockedPart(locked: readonly RankedTool[], limit: number): Record<string, unknown> {
  const nameable = locked.filter(({ tool, reviewed }) => reviewed || plainName.test(tool.name));
  const shown = nameable.slice(0, Math.min(limit, mostLocked));
  const disabled = shown.map(lockedEntry);
  return disabled.length === 0
    ? {}
    : { disabled, remediation: remediationMap(shown.map(({ status, ...rest }) => ({ ...rest, status: status! }))) };
}

/** The message if all found tools are locked. It gives their number, never their names. */
function lockedNotice(locked: readonly RankedTool[], callable: number): string | undefined {
  if (locked.length === 0 || callable > 0) return undefined;
  return `${locked.length} relevant tool(s) exist but are locked; retry with include_disabled:true for details and remediation.`;
}

/** As many of the first entries as fit into an answer. */
function bounded(entries: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  let length = 0;
  const beyond = entries.findIndex(entry => {
    length += JSON.stringify(entry).length;
    return length > longestAnswer;
  });
  return beyond === -1 ? entries : entries.slice(0, beyond);
}

/** The rank of `explain_tool`. A tool that is hidden from the caller gets the same text as a tool that does not exist. */
function explanation(asked: string, found: readonly RankedTool[], known: RankedTool | undefined): Record<string, unknown> {
  if (known === undefined) return { found: false, reason: 'There is no such tool.', tool: asked };
  const rank = found.findIndex(({ name }) => name === known.name);
  if (rank >= 0) return { found: true, rank: rank + 1, score: rounded(found[rank]!.score), tool: asked };
  const reason = known.status === undefined ? 'Other tools match better, or a filter withholds it.' : `It is locked (${known.status}).`;
  return { found: false, reason, tool: asked };
}

type Answer = Record<string, unknown>;

class Retrieval {
  readonly #deps: RetrieveToolsDeps;
  readonly #args: Arguments;
  readonly #scope: BuiltinContext['scope'];

  constructor(deps: RetrieveToolsDeps, args: Arguments, scope: BuiltinContext['scope']) {
    this.#deps = deps;
    this.#args = args;
    this.#scope = scope;
  }

  answer(): CallToolResult {
    const { query, include_disabled: includeDisabled = false } = this.#args;
    const limit = Math.min(this.#args.limit ?? this.#deps.toolsLimit(), mostTools);
    const active = filterNames.filter(name => this.#args[name] === true);
    const filter = new AnnotationFilter(active);
    const { callable, locked } = this.#deps.catalogue.search(query, limit, this.#scope, active.length > 0 ? filter.accept : undefined);
    const diagnostics = filter.diagnostics();
    const notice = includeDisabled ? undefined : lockedNotice(locked, callable.length);
    const withTools = (tools: readonly Record<string, unknown>[]): Answer => ({
      ...this.#debug(callable, limit),
      ...(includeDisabled && lockedPart(locked, limit)),
      ...(diagnostics && { filter_diagnostics: diagnostics }),
      ...(this.#args.detail === 'compact' && { hint: compactHint }),
      ...(notice !== undefined && { notice }),
      query,
      ...(this.#args.include_session_risk_warning === true && { session_risk: this.#risk() }),
      tools,
      total: tools.length,
      usage_instructions: usageInstructions,
      ...this.#stats(),
    });
    const entries = callable.map(tool => this.#entry(tool));
    const result = jsonResult(withTools(entries));
    // Only a long answer is serialized twice.
    return result.content[0].text.length <= longestAnswer ? result : jsonResult(withTools(bounded(entries)));
  }

  #entry(tool: RankedTool): Record<string, unknown> {
    const entry = this.#args.detail === 'compact' ? compactEntry(tool) : fullEntry(tool);
    return this.#args.include_stats === true ? { ...entry, usage_count: this.#deps.usage.count(tool.name) } : entry;
  }

  #all(): RankedTool[] {
    return this.#deps.catalogue.all(this.#scope);
  }

  #debug(found: readonly RankedTool[], limit: number): Answer {
    const { debug = false, explain_tool: asked, query } = this.#args;
    if (!debug) return {};
    const all = this.#all();
    const words = queryWords(query);
    return {
      debug: {
        limit_applied: limit,
        query_analysis: { words },
        search_backend: 'BM25',
        total_indexed_tools: all.filter(({ status }) => status === undefined).length,
      },
      ...(asked !== undefined && {
        explanation: explanation(
          asked,
          found,
          all.find(({ name, server, tool }) => name === asked || identityOf({ server, tool: tool.name }) === asked),
        ),
      }),
    };
  }

  #risk(): SessionRisk {
    return sessionRisk(this.#deps.catalogue.callable(this.#scope).map(({ tool }) => tool));
  }

  #stats(): Answer {
    if (this.#args.include_stats !== true) return {};
    const known = new Set(this.#all().map(({ name }) => name));
    return { usage_summary: { top_tools: this.#deps.usage.top(10, name => known.has(name)) } };
  }
}

/** `retrieve_tools`. */
export function retrieveTools(deps: RetrieveToolsDeps): BuiltinTool {
  const name = 'retrieve_tools';
  const annotations = { title: 'Find tools', readOnlyHint: true, destructiveHint: false, openWorldHint: false };
  return {
    definition: { name, description, inputSchema: asInputSchema(inputSchema), annotations },
    handle: async (args, { scope }) => {
      checkArguments(name, inputSchema, args);
      return { result: await new Retrieval(deps, args as unknown as Arguments, scope).answer() };
    },
  };
}
