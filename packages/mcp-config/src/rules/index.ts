import type { Rule } from '@mcpgw/structure';
import { deprecatedField } from './deprecated-field.js';
import { duplicateServerName } from './duplicate-server-name.js';
import { enabledAndDisabledTools } from './enabled-and-disabled-tools.js';
import { sameIsolatedUrl } from './same-isolated-url.js';
import { secretInClearText } from './secret-in-clear-text.js';
import { serveOpenWithoutKey } from './serve-open-without-key.js';
import { serverNotEnabled } from './server-not-enabled.js';
import { unknownProfileServer } from './unknown-profile-server.js';
import { unmatchedToolName } from './unmatched-tool-name.js';

/** All rules for lists of MCP servers, by id. To add one, add a file, a row here, and a test. */
export const serverRules: readonly Rule[] = [
  deprecatedField,
  duplicateServerName,
  enabledAndDisabledTools,
  sameIsolatedUrl,
  secretInClearText,
  serveOpenWithoutKey,
  serverNotEnabled,
  unknownProfileServer,
  unmatchedToolName,
];
