import { parseVersion, publishedSchema, schemaNames } from '@mcpgw/config';
import { nearest } from '@mcpgw/diagnostics';
import { CliError } from '../errors.js';

/** What `mcpgw schema` prints: a schema, or without a name the names. Throws CliError for a name or version that there is not. */
export function printSchema(name: string | undefined, version: string | undefined): string {
  if (name === undefined) return `${schemaNames.join('\n')}\n`;
  const parsed = version === undefined ? undefined : parseVersion(version);
  if (version !== undefined && parsed === undefined) throw new CliError(`--gateway-version: "${version}" is no version`);
  const schema = publishedSchema(name, parsed);
  if (schema !== undefined) return `${JSON.stringify(schema, null, 2)}\n`;
  const near = nearest(name, schemaNames);
  throw new CliError(
    `there is no schema "${name}"${near === undefined ? `; there are ${schemaNames.join(', ')}` : `; did you mean "${near}"?`}`,
  );
}
