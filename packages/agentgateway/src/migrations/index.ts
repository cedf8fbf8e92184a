/** The migrations in the order of their versions, each in both directions. To add one, add a constant, a row, and a test. */
import { extAuthHttpPolicies, extAuthTimeout } from './ext-auth.js';
import {
  azureOpenai,
  connectTimeout,
  matchPath,
  openapiSchema,
  pathRegex,
  rateLimitTimeout,
  targetAuthorization,
  targetNames,
  tracingHeaders,
  workerThreads,
} from './fields.js';
import type { Migration } from './migration.js';

export const migrations: readonly Migration[] = [
  extAuthTimeout,
  rateLimitTimeout,
  pathRegex,
  matchPath,
  openapiSchema,
  tracingHeaders,
  azureOpenai,
  targetNames,
  workerThreads,
  extAuthHttpPolicies,
  connectTimeout,
  targetAuthorization,
];
