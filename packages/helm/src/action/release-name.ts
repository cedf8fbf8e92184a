/** `--name-template`. Follows helm.sh/helm/v4 v4.2.4 pkg/action/install.go. */
import { ExecError, ParseError, TemplateSet } from '@mcpgw/gotemplate';
import { type Dialect, helm4 } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { type FuncDeps, helmFuncs } from '../funcs/index.js';

/**
 * Renders a template for the release's name. The template sees no data.
 *
 * @throws HelmError if the template is malformed or fails
 */
export function templateName(text: string, deps: FuncDeps, dialect: Dialect = helm4): string {
  try {
    const set = new TemplateSet('name-template', { funcs: helmFuncs(deps, dialect), missingKey: 'default' });
    set.parse('name-template', text);
    return set.execute('name-template', null);
  } catch (error) {
    if (error instanceof ParseError || error instanceof ExecError) throw new HelmError(error.message, { cause: error });
    throw error;
  }
}
