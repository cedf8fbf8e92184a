import type { Rule } from '@mcpgw/structure';
import { argumentAsShellText } from './argument-as-shell-text.js';
import { authorizationValue } from './authorization-value.js';
import { bridgeAddress } from './bridge-address.js';
import { commandNotAProgram } from './command-not-a-program.js';
import { credentialOverHttp } from './credential-over-http.js';
import { deprecatedField } from './deprecated-field.js';
import { dockerRun } from './docker-run.js';
import { doubtfulUrl } from './doubtful-url.js';
import { duplicateServerName } from './duplicate-server-name.js';
import { durationTooLong } from './duration-too-long.js';
import { durationUnit } from './duration-unit.js';
import { enabledAndDisabledTools } from './enabled-and-disabled-tools.js';
import { environmentOfProgram } from './environment-of-program.js';
import { foreignField } from './foreign-field.js';
import { isolationBlocks } from './isolation-blocks.js';
import { isolationOpened } from './isolation-opened.js';
import { isolationUnused } from './isolation-unused.js';
import { keyName } from './key-name.js';
import { limitOrder } from './limit-order.js';
import { listenAddress } from './listen-address.js';
import { loginNoEffect } from './login-no-effect.js';
import { loginSettings } from './login-settings.js';
import { noServerOn } from './no-server-on.js';
import { oauthSettings } from './oauth-settings.js';
import { optionAfterProgram } from './option-after-program.js';
import { overriddenTrust } from './overridden-trust.js';
import { profileBinding } from './profile-binding.js';
import { profileWithoutServers } from './profile-without-servers.js';
import { programOutput } from './program-output.js';
import { protocolHeader } from './protocol-header.js';
import { redaction } from './redaction.js';
import { relativePath } from './relative-path.js';
import { restApi } from './rest-api.js';
import { sameIsolatedUrl } from './same-isolated-url.js';
import { secretInClearText } from './secret-in-clear-text.js';
import { serveOpenWithoutKey } from './serve-open-without-key.js';
import { serverName } from './server-name.js';
import { serverNotEnabled } from './server-not-enabled.js';
import { serverReachedTwice } from './server-reached-twice.js';
import { storeState } from './store-state.js';
import { switchedOff } from './switched-off.js';
import { telemetryExport } from './telemetry-export.js';
import { timeoutOrder } from './timeout-order.js';
import { toolListContradiction } from './tool-list-contradiction.js';
import { unfilledValue } from './unfilled-value.js';
import { unknownProfileServer } from './unknown-profile-server.js';
import { unmatchedToolName } from './unmatched-tool-name.js';
import { unusedServerField } from './unused-server-field.js';
import { unusedSetting } from './unused-setting.js';
import { vscodeInput } from './vscode-input.js';
import { weakKey } from './weak-key.js';
import { webPageAccess } from './web-page-access.js';
import { zeroDuration } from './zero-duration.js';

/** All rules for lists of MCP servers, by id. To add one, add a file, a row here, and a test. */
export const serverRules: readonly Rule[] = [
  foreignField,
  programOutput,
  optionAfterProgram,
  durationTooLong,
  bridgeAddress,
  argumentAsShellText,
  authorizationValue,
  commandNotAProgram,
  credentialOverHttp,
  deprecatedField,
  dockerRun,
  doubtfulUrl,
  duplicateServerName,
  durationUnit,
  enabledAndDisabledTools,
  environmentOfProgram,
  isolationBlocks,
  isolationOpened,
  isolationUnused,
  keyName,
  limitOrder,
  listenAddress,
  loginNoEffect,
  loginSettings,
  noServerOn,
  oauthSettings,
  overriddenTrust,
  profileBinding,
  profileWithoutServers,
  protocolHeader,
  redaction,
  relativePath,
  restApi,
  sameIsolatedUrl,
  secretInClearText,
  serveOpenWithoutKey,
  serverName,
  serverNotEnabled,
  serverReachedTwice,
  storeState,
  switchedOff,
  timeoutOrder,
  toolListContradiction,
  unfilledValue,
  unknownProfileServer,
  unmatchedToolName,
  unusedServerField,
  telemetryExport,
  unusedSetting,
  vscodeInput,
  weakKey,
  webPageAccess,
  zeroDuration,
];
