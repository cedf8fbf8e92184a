/** The schema of values files: the schema of the chart's values, with every field optional. */
import wholeValues from '../../../charts/mcp-gateway/values.schema.json' with { type: 'json' };

interface Schema {
  readonly [keyword: string]: unknown;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tables are merged with the chart's defaults, so no field is required; items of lists must be complete. */
function part({ required = [], ...schema }: Schema): Schema {
  if (!isSchema(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, value]) => {
    const own = isSchema(value) ? part(value) : value;
    return [name, isSchema(own) && !(required as string[]).includes(name) ? orNull(own) : own];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Null removes a default, if the chart does not need the value. */
function orNull({ description, ...schema }: Schema): Schema {
  const words = description === undefined ? {} : { description };
  if (schema.type === undefined) return { ...words, anyOf: [schema, { type: 'null' }] };
  const choices = Array.isArray(schema.enum) && { enum: [...new Set([...schema.enum, null])] };
  return { ...words, ...schema, type: [...new Set([schema.type, 'null'].flat())], ...choices };
}

const examples = [
  {
    global: {
      agentgateway: {
        routingMode: 'static',
        extAuth: { enabled: true, serviceName: 'authz', timeout: '10s' },
        extraMcpTargets: [{ id: 'search', host: 'mcp-search.tools.svc', port: 8000 }],
      },
    },
  },
  { replicaCount: 2, networkPolicy: { enabled: true } },
];

export const valuesSchema: Schema = {
  ...part(wholeValues),
  $id: 'urn:mcpgw:values.json',
  title: 'Values files of the chart mcp-gateway',
  description:
    'Any part of the values: what a file leaves out keeps its default. `mcpgw validate` checks the whole, and what is rendered from it.',
  examples,
};
