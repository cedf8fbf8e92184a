/** The rules across the fields of a server entry, as far as JSON Schema can express them. */

type SchemaPart = Readonly<Record<string, unknown>>;

const filled = (key: string): SchemaPart => ({ required: [key], properties: { [key]: { type: 'string', minLength: 1 } } });
const isOneOf = (key: string, values: readonly string[]): SchemaPart => ({ required: [key], properties: { [key]: { enum: values } } });

/** The first of these keys with a string is the address. It must not be empty. */
function anUrl(urls: readonly string[]): SchemaPart {
  const isText = (key: string): SchemaPart => ({ required: [key], properties: { [key]: { type: 'string' } } });
  const parts = urls.map((key, index) => ({
    allOf: [filled(key), ...urls.slice(0, index).map(earlier => ({ not: isText(earlier) }))],
  }));
  return parts.length === 1 ? filled(urls[0]!) : { anyOf: parts };
}

/** The names of the fields for the transport and the address of an entry. */
export interface EndpointWords {
  /** The fields that name the transport. The first one that is set counts. */
  readonly transport: string | readonly string[];
  /** The names of HTTP transports. */
  readonly http: readonly string[];
  readonly urls: readonly string[];
}

/** Requires a command for stdio, an address for HTTP, and one of them if no transport is named. */
export function endpointSchema({ transport, http, urls }: EndpointWords): readonly SchemaPart[] {
  const names = [transport].flat();
  const named = (values: readonly string[]): SchemaPart => {
    const isText = (key: string): SchemaPart => ({ required: [key], properties: { [key]: { type: 'string' } } });
    const parts = names.map((key, index) => ({
      allOf: [isOneOf(key, values), ...names.slice(0, index).map(earlier => ({ not: isText(earlier) }))],
    }));
    return parts.length === 1 ? isOneOf(names[0]!, values) : { anyOf: parts };
  };
  const address = anUrl(urls);
  const [stdio, remote] = [named(['stdio']), named(http)];
  return [
    { if: stdio, then: filled('command') },
    { if: remote, then: address },
    { if: { not: { anyOf: [stdio, remote] } }, then: { anyOf: [filled('command'), address] } },
  ];
}

const someTools = (key: string): SchemaPart => ({ required: [key], properties: { [key]: { type: 'array', minItems: 1 } } });

/** Only one of `enabled_tools` and `disabled_tools` may have entries. */
export const oneToolList: SchemaPart = { not: { allOf: [someTools('enabled_tools'), someTools('disabled_tools')] } };
