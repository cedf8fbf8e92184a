/** How commands find a gateway that runs on this machine, and ask it. */
export { gatewayActivity } from './activity.js';
export { type CommandAnswers, type CommandSources, commandAnswers } from './answers.js';
export { AskError, type AskOptions, askGateway, type GatewayAddress } from './ask.js';
export { localKeyPrefix, newLocalKey } from './local-key.js';
export { announceGateway, findGateways, type LocalGateway } from './run-file.js';
export { type GatewayStateReport, type GatewayTool, isStateReport, type StateSources, statePath } from './state.js';
