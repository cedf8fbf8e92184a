/** Shapes of texts in which placeholders are replaced, by format. */
import { type MapShape, map, type StringShape, string } from '@mcpgw/structure';
import { addressSchema, headerNameSchema, headerValuePattern } from './http.js';
import { dialects, type PlaceholderDialect } from './placeholders.js';
import { textOfKind } from './text-kinds.js';

/** A text with the placeholders of a format. `EntryReader` checks their syntax. */
export const filledText = (format: keyof typeof dialects): StringShape => string('a string', undefined, formSchema(dialects[format]));

/** An http or https address that HTTP clients open, with the placeholders of a format. */
export const urlOf = (format: keyof typeof dialects): StringShape =>
  textOfKind('server-url', { allOf: [addressSchema, formSchema(dialects[format])] });

/** A duration in the syntax of Go: zero, or within the bounds. `zero` says what zero means, and is `none` where it is refused. */
export const goDuration = (min?: string, max?: string, zero?: string): StringShape =>
  textOfKind(
    'duration',
    {
      pattern: '^[-+]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$',
      // Null, for a setting that is left out, is no text: without its type the pattern takes it.
      ...(zero === 'none' && { not: { type: 'string', pattern: '^[-+]?(0|((0+(\\.0*)?|\\.0+)(ns|us|µs|μs|ms|s|m|h))+)$' } }),
    },
    { ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(zero !== undefined && { zero }) },
  );

/** A JSON Schema of a text and of the placeholders in it. */
export const withForms = (format: keyof typeof dialects, schema: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  allOf: [schema, formSchema(dialects[format])],
});

/** The value of a header. */
export const headerValue = (format: keyof typeof dialects): StringShape =>
  string('a string', undefined, { allOf: [{ pattern: headerValuePattern }, formSchema(dialects[format])] });

/** Headers by name. */
export const headersOf = (format: keyof typeof dialects): MapShape => map(headerValue(format), { keySchema: headerNameSchema });

/** The value of an environment variable of a program. */
export const variable = (format: keyof typeof dialects): StringShape =>
  string('a string', undefined, { allOf: [{ pattern: '^[^\\u0000]*$' }, formSchema(dialects[format])] });
export const variableName: Readonly<Record<string, unknown>> = { pattern: '^[^=\\u0000]+$' };

const name = '[A-Za-z_][A-Za-z0-9_]*';

/** The part of the check of placeholders that JSON Schema can express: the format supports each of them, and each is closed. */
function formSchema({ opening, bare, defaults, env, client, clientPattern, escape: escapes }: PlaceholderDialect): Record<string, unknown> {
  // Plain braces before a placeholder hide it from the pattern. The pattern may miss a fault, but it never refuses a valid placeholder.
  if (opening === '{')
    return {
      not: { pattern: `^(?:[^{]|\\{env:${name}\\})*(?:\\{env:(?:$|\\}|[^A-Za-z_}]|${name}(?:$|[^A-Za-z0-9_}]))|\\{file:(?:\\}|[^}]*$))` },
    };
  const words = client === undefined ? [] : [clientPattern ?? client.source.slice(1, -1).replaceAll('.+', '[^}]+')];
  const forms = [...(bare ? [name] : []), ...(defaults ? [`${name}:-[^}]*`] : []), ...(env ? [`env:${name}`] : []), ...words];
  const known = `\\{(?:${forms.join('|')})\\}`;
  const dollars = escapes ? `\\$(?:[^${'$'}{]|${known}|\\$+[^$])` : `\\$+(?:[^${'$'}{]|${known})`;
  return { pattern: `^(?:[^$]|${dollars})*\\$*$` };
}
