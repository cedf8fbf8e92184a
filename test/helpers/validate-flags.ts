import type { ValidateFlags } from '../../cli/src/validate/flags.js';

/** What `mcpgw validate` runs with where nothing is said. */
export const validateFlags: ValidateFlags = {
  output: 'text',
  envFile: [],
  crds: [],
  skip: [],
  release: 'release-name',
  namespace: 'default',
  values: [],
  set: [],
  setString: [],
  setJson: [],
  setFile: [],
  setLiteral: [],
};
