/** JSON Schema, drafts 4 to 2020-12, as Helm's validator applies it: text → `compile` → `schema` → `validate` → failures. */
export {
  type CompiledSchema,
  compileJsonSchema,
  compileSchema,
  type JsonSchema,
  maxValuesSteps,
  type Surroundings,
} from './compile.js';
export type { Json } from './drafts.js';
export { formatFailures, SchemaError, type SchemaFailure } from './failure.js';
export type { CompilePattern, LoadSchema, Pattern } from './schema.js';
