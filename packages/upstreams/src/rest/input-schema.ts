import type { SourceTool } from '../tools/source.js';
import type { ParameterPlace, RestEndpoint, RestParameter } from './endpoint.js';

const wording: Readonly<Record<ParameterPlace, string>> = {
  path: 'Path parameter',
  query: 'Query parameter',
  header: 'Header',
  body: 'Body field',
};

/** The parameter as messages name it: `Query parameter 'limit'`. */
export function labelOf(parameter: RestParameter): string {
  return `${parameter.isWholeBody ? 'Body' : wording[parameter.in]} '${parameter.name}'`;
}

function propertyOf(parameter: RestParameter): Record<string, unknown> {
  const described = typeof parameter.schema.description === 'string';
  return described ? parameter.schema : { ...parameter.schema, description: `${wording[parameter.in]}: ${parameter.wireName}` };
}

function inputSchemaOf(parameters: readonly RestParameter[]): SourceTool['inputSchema'] {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(parameter => [parameter.name, propertyOf(parameter)])) as NonNullable<
      SourceTool['inputSchema']['properties']
    >,
    required: parameters.filter(parameter => parameter.required).map(parameter => parameter.name),
    additionalProperties: false,
  };
}

/** MCP knows output schemas of objects only; another schema is checked all the same. */
function outputSchemaOf({ response }: RestEndpoint): SourceTool['outputSchema'] {
  const schema = response.kind === 'json' ? response.schema : undefined;
  return schema?.type === 'object' ? (schema as SourceTool['outputSchema']) : undefined;
}

/** The tool that clients see for `endpoint`. */
export function toolOf(endpoint: RestEndpoint): SourceTool {
  const outputSchema = outputSchemaOf(endpoint);
  const { method } = endpoint;
  return {
    name: endpoint.name,
    ...(endpoint.title !== undefined && { title: endpoint.title }),
    description: endpoint.description ?? `${method} ${endpoint.path}`,
    inputSchema: inputSchemaOf(endpoint.parameters),
    ...(outputSchema && { outputSchema }),
    annotations: { readOnlyHint: method === 'GET', ...(method !== 'GET' && { idempotentHint: method === 'PUT' || method === 'DELETE' }) },
  };
}
