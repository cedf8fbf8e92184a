import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, row, works } from './answers.js';
import { condition, policy, target, text, textValue, value } from './words.js';

const recorded = row(
  ['cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function', 'identity-missing'],
  ['log-secret'],
  ['cel-bad-regex', 'metric-cardinality', 'metric-label'],
  ['identity-missing', 'metric-label', 'log-field-unknown'],
);
const removed = row(['log-field-unknown'], ['log-field-unknown'], works, ['log-field-unknown']);
const filter = row(['condition-never-true'], noAccess, ['cel-unknown-variable', 'cel-unknown-field', 'cel-bad-regex'], alone);
const share = row(['trace-sampling'], noAccess, ['trace-sampling'], ['trace-sampling']);
const path = row(['otlp-endpoint'], noAccess, ['otlp-endpoint'], ['otlp-endpoint']);
const once = 'The proxy refuses the setting in both places.';

/** `config/frontend.ts` and `config/config-section.ts`: logs, traces and metrics. */
export const telemetryCensus: Census = {
  frontendPolicies: {
    networkAuthorization: policy,
    accessLog: inside,
    logging: inside,
    tracing: inside,
  },
  accessLog: { filter, add: recorded, remove: removed, otlp: inside, database: inside },
  otlp: { ...target, filter, fields: inside, protocol: path, path },
  database: { add: recorded },
  fields: { remove: removed, add: recorded },
  tracing: {
    ...target,
    attributes: recorded,
    resources: value,
    remove: removed,
    randomSampling: share,
    clientSampling: share,
    filter: condition,
    path,
    protocol: path,
    otlpEndpoint: path,
    headers: textValue,
    otlpProtocol: path,
    fields: inside,
  },
  config: {
    logging: row(works, noAccess, works, once),
    metrics: inside,
    tracing: row(works, noAccess, works, once),
  },
  logging: {
    filter,
    fields: inside,
    level: row(['log-level'], noAccess, ['log-level'], ['log-level']),
    format: choice,
    database: text,
  },
  metrics: { remove: row(['metric-unknown'], noAccess, works, alone), fields: inside },
  standardAttributes: { user: recorded, group: recorded },
};
