/** A tool as its author defines it: a name, a schema of its arguments, a function. */
import type {
  CallToolResult,
  JsonSchemaType,
  ServerContext,
  StandardSchemaWithJSON,
  Tool,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { fromJsonSchema, isCallToolResult } from '@modelcontextprotocol/server';
import { ToolRetryError } from './errors.js';
import { CONNECT, declaredOf, type ToolPermission, WRITE } from './permissions.js';

/** A string becomes one text block. */
export type ToolResult = string | CallToolResult;

export type ToolHandler<Args> = (args: Args, context: ServerContext) => ToolResult | Promise<ToolResult>;

export interface ToolDefinition<Schema> {
  readonly title?: string;
  readonly description?: string;
  /** A zod object, another Standard Schema that converts to JSON Schema, or a JSON Schema. Without it the tool takes no arguments. */
  readonly inputSchema?: Schema;
  /** The schema of `structuredContent` in results, in the forms of `inputSchema`. */
  readonly outputSchema?: InputSchema;
  /** Hints for clients; those that follow from the declared permissions (`readOnlyHint`, `openWorldHint`) are added automatically. */
  readonly annotations?: ToolAnnotations;
}

export type InputSchema = StandardSchemaWithJSON | JsonSchemaType;

/** The arguments of a handler for a schema. */
export type ArgumentsOf<Schema> = Schema extends StandardSchemaWithJSON
  ? StandardSchemaWithJSON.InferOutput<Schema>
  : Record<string, unknown>;

export interface RegisteredTool {
  readonly listed: Tool;
  readonly permissions: ReadonlySet<ToolPermission> | undefined;
  /** Validates the arguments and returns the schema's output for the handler. @throws ToolRetryError with the errors */
  parse(args: unknown): Promise<unknown>;
  readonly handler: ToolHandler<unknown>;
  /** Converts the handler's return value to a result. @throws TypeError for an invalid value, or one that violates `outputSchema`: a bug of the tool */
  asResult(given: ToolResult): Promise<CallToolResult>;
}

/** Names that the specification allows (2025-11-25, server/tools). Many clients accept less, of which `KitServer.tool` warns. */
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

const noArguments: JsonSchemaType = { type: 'object', additionalProperties: false };

function isStandard(schema: InputSchema): schema is StandardSchemaWithJSON {
  return '~standard' in schema;
}

const maxIssues = 10;

interface Issue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

function describeIssue({ message, path = [] }: Issue): string {
  const keys = path.map(step => String(typeof step === 'object' && step !== null && 'key' in step ? step.key : step));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}

/** @throws TypeError if the schema does not describe an object */
function jsonSchemaOf(name: string, schema: StandardSchemaWithJSON, side: 'input' | 'output'): Tool['inputSchema'] {
  const json = schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12' });
  if (json.type !== 'object') throw new TypeError(`Tool '${name}': ${side}Schema must describe an object`);
  return json as Tool['inputSchema'];
}

function standardSchema(schema: InputSchema): StandardSchemaWithJSON {
  return isStandard(schema) ? schema : fromJsonSchema<unknown>(schema);
}

async function checkResult(given: ToolResult, output: StandardSchemaWithJSON | undefined): Promise<CallToolResult> {
  const result: CallToolResult = typeof given === 'string' ? { content: [{ type: 'text', text: given }] } : given;
  if (!isCallToolResult(result)) throw new TypeError('A tool must return a string or a CallToolResult');
  if (!output || result.isError) return result;
  const { issues } = await output['~standard'].validate(result.structuredContent);
  if (issues)
    throw new TypeError(`structuredContent is not what outputSchema says: ${issues.slice(0, maxIssues).map(describeIssue).join('; ')}`);
  return result;
}

/** The protocol's hints for the permissions, unless the author gave others. */
function hintsOf(permissions: ReadonlySet<ToolPermission>): ToolAnnotations {
  return { readOnlyHint: !permissions.has(WRITE) && !permissions.has(CONNECT), openWorldHint: permissions.has(CONNECT) };
}

/** @throws TypeError for an invalid definition */
export function registeredTool(name: string, definition: ToolDefinition<InputSchema>, handler: ToolHandler<never>): RegisteredTool {
  if (!toolName.test(name))
    throw new TypeError(`${JSON.stringify(name)} is not a name of a tool: 1 to 128 of letters, digits, '_', '-' and '.'`);
  const { inputSchema = noArguments, outputSchema, annotations, ...shown } = definition;
  const input = standardSchema(inputSchema);
  const output = outputSchema && standardSchema(outputSchema);
  const permissions = declaredOf(handler);
  const parse = async (args: unknown) => {
    const checked = await input['~standard'].validate(args);
    if (!checked.issues) return checked.value;
    const problems = checked.issues.slice(0, maxIssues).map(describeIssue);
    throw new ToolRetryError(`Invalid arguments for tool '${name}': ${problems.join('; ')}`);
  };
  const listed: Tool = {
    name,
    ...shown,
    inputSchema: jsonSchemaOf(name, input, 'input'),
    ...(output && { outputSchema: jsonSchemaOf(name, output, 'output') }),
    annotations: { ...(permissions && hintsOf(permissions)), ...annotations },
  };
  return { listed, permissions, parse, handler: handler as ToolHandler<unknown>, asResult: given => checkResult(given, output) };
}
