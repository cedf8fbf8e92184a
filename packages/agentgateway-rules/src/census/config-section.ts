import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, cluster, inside, label, limit, noAccess, outside, row, size, works } from './answers.js';

const ownAddress = row(works, ['admin-address-open'], ['own-address', 'bind-on-internal-port'], ['own-address', 'bind-on-internal-port']);
const controlled = row(['setting-without-effect'], noAccess, cluster, ['setting-without-effect']);
const authority = row(['setting-without-effect'], ['setting-without-effect'], cluster, ['setting-without-effect']);
const deadline = row(works, noAccess, works, ['setting-without-effect']);
const database = row(works, noAccess, outside, checked);

/** `config/config-section.ts`: what the proxy reads once, without logs, metrics and traces. */
export const configSectionCensus: Census = {
  config: {
    enableIpv6: row(works, noAccess, works, ['setting-without-effect']),
    dns: inside,
    localXdsPath: row(['setting-without-effect'], noAccess, 'The proxy ends if it cannot read the file.', ['setting-without-effect']),
    modelCatalog: row(works, noAccess, checked, alone),
    database,
    storage: inside,
    caAddress: row(works, cluster, cluster, checked),
    caAuthToken: authority,
    xdsAddress: row(works, cluster, cluster, checked),
    xdsAuthToken: controlled,
    namespace: controlled,
    gateway: row(['setting-without-effect', 'policy-target-missing'], noAccess, cluster, ['setting-without-effect']),
    trustDomain: authority,
    additionalTrustDomains: authority,
    skipValidateTrustDomain: authority,
    serviceAccount: authority,
    clusterId: label,
    network: label,
    adminAddr: ownAddress,
    statsAddr: ownAddress,
    readinessAddr: ownAddress,
    standardAttributes: inside,
    session: inside,
    mcp: inside,
    customFunctions: row(works, noAccess, checked, alone),
    connectionTerminationDeadline: deadline,
    connectionMinTerminationDeadline: deadline,
    workerThreads: size,
    backend: inside,
    hbone: inside,
  },
  'backend settings': {
    keepalives: inside,
    connectTimeout: row(works, noAccess, ['timeout-zero', 'timeout-huge'], ['timeout-connect-gt-request']),
    poolIdleTimeout: limit,
    poolMaxSize: row(works, noAccess, 'Zero keeps no connection, which is slower and works.', alone),
  },
  hbone: {
    windowSize: { ...size, conflicts: ['setting-without-effect'] },
    connectionWindowSize: size,
    frameSize: size,
    poolMaxStreamsPerConn: size,
    poolUnusedReleaseTimeout: limit,
  },
  dns: { lookupFamily: row(works, noAccess, ['setting-without-effect'], ['setting-without-effect']), edns0: choice },
  session: { key: row(works, ['session-key-weak', 'session-key-missing'], checked, alone) },
  mcp: { sessionTtl: { ...limit, breaks: ['timeout-zero', 'limit-small'] } },
  storage: { mode: row(works, noAccess, checked, 'The proxy refuses `hybrid` without a database.') },
  'a model catalog': {
    file: row('A missing file ends the proxy.', noAccess, checked, alone),
    inline: row(works, noAccess, checked, alone),
  },
  database: { url: database, maxConnections: row(works, noAccess, checked, checked) },
};
