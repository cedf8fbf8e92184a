/** Custom resources: the Gateway API, agentgateway, Prometheus monitors, and kinds from CustomResourceDefinitions. */
export { resourceCensus } from './census/index.js';
export { checkCustomResource, isKnownCustomResource } from './check/check-custom-resource.js';
export { checkDefined, definedKind } from './definitions/check-defined.js';
export { type Definitions, definitionsOf, mayDefineKinds, noDefinitions } from './definitions/definitions.js';
export { slipOf } from './definitions/near-kind.js';
export { type CustomKind, customKinds, gatewayApiVersionOf, monitoringKinds } from './kinds/kinds.js';
export { operatorVersion, prometheusMilliseconds } from './kinds/monitoring.js';
export { customExamples } from './words/examples.js';
export { monitoringWordsTable } from './words/monitoring-words.js';
export { customWordsTable } from './words/words.js';
