import { nearest } from '@mcpgw/diagnostics';
import { inRange } from '@mcpgw/structure';
import { printJson, publishedSchema, type SchemaVersions, schemaNames, schemaVersions } from '@mcpgw/validate';
import { CliError } from '../errors.js';
import { gatewayVersionOf } from '../gateway-version.js';
import { reportSchemas } from './report-schemas.js';
import { valuesSchema } from './values-schema.js';

/** Flags of `mcpgw schema`, as commander parses them. */
export interface SchemaFlags {
  readonly gatewayVersion?: string;
  readonly kubeVersion?: string;
}

/** Schemas that do not come from the tables of `@mcpgw/validate`. */
export const otherSchemas: Readonly<Record<string, object>> = { ...reportSchemas, values: valuesSchema };

const names: readonly string[] = [...schemaNames, ...Object.keys(otherSchemas)].sort();

/** The output of `mcpgw schema`: a schema, or without a name the list of names. @throws CliError for an unknown name or version */
export function printSchema(name: string | undefined, flags: SchemaFlags): string {
  if (name === undefined) return `${names.join('\n')}\n`;
  if (!names.includes(name)) throw unknownName(name);
  const gateway = chosen(name, 'gateway', flags.gatewayVersion);
  const kube = chosen(name, 'kube', flags.kubeVersion);
  const versions: SchemaVersions = { ...(gateway === undefined ? {} : { gateway }), ...(kube === undefined ? {} : { kube }) };
  return printJson(publishedSchema(name, versions) ?? otherSchemas[name]);
}

function unknownName(name: string): CliError {
  const near = nearest(name, names);
  return new CliError(
    `there is no schema "${name}"${near === undefined ? `; there are ${names.join(', ')}` : `; did you mean "${near}"?`}`,
  );
}

/** The version that a flag requests; for agentgateway, the newest known version that is not newer. */
function chosen(name: string, by: keyof SchemaVersions, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const flag = `--${by}-version`;
  const known = schemaVersions(name)[by];
  if (known.length === 0) throw new CliError(`${flag}: the schema "${name}" is the same for every version`);
  const found = by === 'kube' ? kubeVersion(text, known) : gatewayVersion(flag, text, known);
  if (found !== undefined) return found;
  throw new CliError(`${flag}: there is no schema "${name}" for "${text}"; there is one for ${known.join(', ')}`);
}

const kubeVersion = (text: string, known: readonly string[]): string | undefined => {
  const minor = /^v?(1\.\d{1,3})(?:[.+-].*)?$/.exec(text)?.[1];
  return known.find(version => version === minor);
};

function gatewayVersion(flag: string, text: string, known: readonly string[]): string | undefined {
  const parsed = gatewayVersionOf(text);
  if (parsed === undefined) throw new CliError(`${flag}: "${text}" is not a version`);
  return known.findLast(version => inRange(parsed, { since: version }));
}
