/** Before the tests: a folder for temporary files, the compiled schemas and the bundled page. */
import { buildPage } from './build-page.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { makeTempFolder } from './jest-temp.mjs';

export default function setup() {
  makeTempFolder();
  buildPage();
  try {
    compileSchemas();
  } catch (error) {
    // A run that regenerates the schemas must not fail because of those that it replaces.
    if (process.env.UPDATE_GOLDEN !== '1') throw error;
    console.warn(`the schemas cannot be compiled, the tests run with older code: ${error.message}`);
  }
}
