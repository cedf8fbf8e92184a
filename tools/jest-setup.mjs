/** Compiles the published schemas and bundles the page before the tests. */
import { buildPage } from './build-page.mjs';
import { compileSchemas } from './compile-schemas.mjs';

export default function setup() {
  buildPage();
  try {
    compileSchemas();
  } catch (error) {
    // A run that regenerates the schemas must not fail because of those that it replaces.
    if (process.env.UPDATE_GOLDEN !== '1') throw error;
    console.warn(`the schemas cannot be compiled, the tests run with older code: ${error.message}`);
  }
}
