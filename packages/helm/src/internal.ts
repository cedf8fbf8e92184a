/** For the command, which ships its chart parsed and caches parsed templates between runs. Not part of the API. */
export { type EncodedTree, Strings } from '@mcpgw/gotemplate/internal';
export { type EncodedTemplate, encodeTemplates } from './engine/encode-templates.js';
export type { OnParsed, ParsedTemplates } from './engine/engine.js';
export { plainValuesSchema } from './values/schema.js';
