/** For `@mcpgw/helm`, whose bundled chart ships with what its schema demands. No part of the API. */
export { compilePlainSchema, plainSchema } from './compile.js';
