import { ConfigurationFailure, invalidArguments } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import { plainNumbers } from '@mcpgw/loader/internal';
import { describeFault, SchemaUnusable, schemaFaults } from '../tools/tool-schema.js';
import type { RestEndpoint, RestParameter } from './endpoint.js';
import { labelOf } from './input-schema.js';

const missingWords = { path: 'path parameter', query: 'query parameter', header: 'header', body: 'body parameter' } as const;

const loneSurrogate = /\p{Surrogate}/u;

function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return loneSurrogate.test(value);
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasHalfCharacter);
}

function textFault(parameter: RestParameter, value: unknown): string | undefined {
  if (hasHalfCharacter(value)) return `${labelOf(parameter)} has half of a character`;
  const isBlank = parameter.in === 'path' && typeof value === 'string' && value.trim() === '';
  return isBlank ? `Path parameter '${parameter.name}' cannot be empty` : undefined;
}

function schemaErrors(parameter: RestParameter, value: unknown): string[] {
  try {
    return schemaFaults(parameter.schema, plainNumbers(value)).map(
      fault => `${labelOf(parameter)} is not valid: ${safeText(describeFault(fault))}`,
    );
  } catch (error) {
    if (!(error instanceof SchemaUnusable)) throw error;
    throw new ConfigurationFailure(`${parameter.name}: the parameter's schema is not usable: ${safeText(error.message)}`);
  }
}

function parameterErrors(parameter: RestParameter, value: unknown): string[] {
  if (value === undefined) {
    return parameter.required ? [`Missing required ${missingWords[parameter.in]}: '${parameter.name}'`] : [];
  }
  const fault = textFault(parameter, value);
  return fault === undefined ? schemaErrors(parameter, value) : [fault];
}

/** Defaults are sent also if the caller leaves the argument out. */
function withDefaults(parameters: readonly RestParameter[], args: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const given = new Map<string, unknown>();
  for (const { name, schema, sendsDefault } of parameters) {
    const value = Object.hasOwn(args, name) ? args[name] : sendsDefault ? schema.default : undefined;
    if (value !== undefined) given.set(name, value);
  }
  return given;
}

/**
 * The arguments of a call by parameter name, with defaults.
 *
 * @throws ContractViolation (mode `invalid_arguments`) with a message for each argument that the endpoint does not declare, that is
 *   missing, or that its schema refuses
 */
export function validateArguments(endpoint: RestEndpoint, args: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const known = new Set(endpoint.parameters.map(parameter => parameter.name));
  const unknown = Object.keys(args)
    .filter(name => !known.has(name))
    .map(name => (tool: string) => `Unknown argument '${safeText(name)}' - tool '${tool}' does not accept this parameter`);
  const given = withDefaults(endpoint.parameters, args);
  const errors = endpoint.parameters.flatMap(parameter => parameterErrors(parameter, given.get(parameter.name)));
  if (unknown.length + errors.length > 0) throw invalidArguments(endpoint.name, [...unknown, ...errors]);
  return given;
}
