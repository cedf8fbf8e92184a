/** For `@mcpgw/helm`, which ships its bundled chart together with the chart's plain schema. Not part of the API. */
export { compilePlainSchema, plainSchema } from './compile.js';
