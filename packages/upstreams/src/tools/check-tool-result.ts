import { type FailureModeOf, UpstreamFailure } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import { plainNumbers } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { SourceTool } from './source.js';
import { describeFault, type SchemaFault, SchemaUnusable, schemaFaults } from './tool-schema.js';

/** Maximum number of reasons that a message shows. */
const maxReasons = 5;

type Mode = FailureModeOf<'upstream_failure'>;

function failure(mode: Mode, tool: string, message: (tool: string) => string, errors: readonly string[] = []): UpstreamFailure {
  return new UpstreamFailure({ mode, tool, message, ...(errors.length > 0 && { data: { errors } }) });
}

/**
 * @throws UpstreamFailure if `value` does not match the output schema that `tool` declares (mode `schema_mismatch`), or if that schema
 *   cannot be used (`output_schema_unusable`)
 */
export function checkOutput(tool: string, schema: object, value: unknown): void {
  let faults: SchemaFault[];
  try {
    faults = schemaFaults(schema, plainNumbers(value));
  } catch (error) {
    if (!(error instanceof SchemaUnusable)) throw error;
    const why = safeText(error.message);
    throw failure(
      'output_schema_unusable',
      tool,
      name => `The result of '${name}' cannot be checked: its output schema is not usable: ${why}`,
    );
  }
  if (faults.length === 0) return;
  const errors = faults.slice(0, maxReasons).map(fault => safeText(describeFault(fault)));
  throw failure('schema_mismatch', tool, name => `The result of '${name}' breaks its declared output schema: ${errors.join('; ')}`, errors);
}

/**
 * Checks a tool's result by the output schema that the tool declares, and returns it unchanged. A result with `isError` needs no
 * structured content.
 *
 * @throws UpstreamFailure (modes `no_structured_content`, `schema_mismatch`, `output_schema_unusable`)
 */
export function checkToolResult(tool: SourceTool, result: CallToolResult): CallToolResult {
  const { outputSchema, name } = tool;
  if (outputSchema === undefined || result.isError === true) return result;
  if (result.structuredContent === undefined) {
    throw failure(
      'no_structured_content',
      name,
      shown => `The result of '${shown}' lacks the structured content that its output schema declares`,
    );
  }
  checkOutput(name, outputSchema, result.structuredContent);
  return result;
}
