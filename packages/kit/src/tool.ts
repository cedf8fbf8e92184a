/** A tool as its author defines it: a name, a schema of its arguments, a function. */
import type {
  CallToolResult,
  JsonSchemaType,
  ServerContext,
  StandardSchemaWithJSON,
  Tool,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { ToolRetryError } from './errors.js';
import { declaredOf, type ToolPermission } from './permissions.js';

/** A string becomes one text block. */
export type ToolResult = string | CallToolResult;

export type ToolHandler<Args> = (args: Args, context: ServerContext) => ToolResult | Promise<ToolResult>;

export interface ToolDefinition<Schema> {
  readonly title?: string;
  readonly description?: string;
  /** A zod object, another Standard Schema that converts to JSON Schema, or a JSON Schema. Without it the tool takes no arguments. */
  readonly inputSchema?: Schema;
  /** JSON Schema of `structuredContent`. */
  readonly outputSchema?: NonNullable<Tool['outputSchema']>;
  readonly annotations?: ToolAnnotations;
}

export type InputSchema = StandardSchemaWithJSON | JsonSchemaType;

/** What a handler gets for a schema. */
export type ArgumentsOf<Schema> = Schema extends StandardSchemaWithJSON
  ? StandardSchemaWithJSON.InferOutput<Schema>
  : Record<string, unknown>;

export interface RegisteredTool {
  readonly listed: Tool;
  readonly permissions: ReadonlySet<ToolPermission> | undefined;
  /** Checks the arguments and gives the handler what the schema makes of them. @throws ToolRetryError naming what is wrong */
  parse(args: unknown): Promise<unknown>;
  readonly handler: ToolHandler<unknown>;
}

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

/** @throws TypeError where the schema is not one of an object */
function jsonSchemaOf(name: string, schema: StandardSchemaWithJSON): Tool['inputSchema'] {
  const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  if (json.type !== 'object') throw new TypeError(`Tool '${name}': inputSchema must describe an object`);
  return json as Tool['inputSchema'];
}

/** @throws TypeError for a definition that no tool can have */
export function registeredTool(name: string, definition: ToolDefinition<InputSchema>, handler: ToolHandler<never>): RegisteredTool {
  const { inputSchema = noArguments, ...shown } = definition;
  const schema = isStandard(inputSchema) ? inputSchema : fromJsonSchema<unknown>(inputSchema);
  const parse = async (args: unknown) => {
    const checked = await schema['~standard'].validate(args);
    if (!checked.issues) return checked.value;
    const problems = checked.issues.slice(0, maxIssues).map(describeIssue);
    throw new ToolRetryError(`Invalid arguments for tool '${name}': ${problems.join('; ')}`);
  };
  const listed = { name, ...shown, inputSchema: jsonSchemaOf(name, schema) } as Tool;
  return { listed, permissions: declaredOf(handler), parse, handler: handler as ToolHandler<unknown> };
}
