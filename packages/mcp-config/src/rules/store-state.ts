import { at, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isLoopback, isPublicHost, urlOf } from './endpoint.js';
import { serversOf } from './mcp-servers-of.js';

export const storeState: Rule = {
  id: 'store-state',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'Approvals and sessions are what the store holds: what reads or loses the store reads or loses them.',
  docs: {
    checks:
      'Approvals that end with the process or with the machine, a folder that depends on where the gateway was started, and a Redis on another host without TLS or without a password.',
    basedOn: 'The code of `mcpgw serve`: approvals and sessions are in the store.',
    fix: 'Name a folder that stays by its whole path, or a Redis by `rediss://` with a password from the environment.',
    wrong: 'servers:\n  files:\n    command: file-server\nstore: {type: memory}\n',
    correct: 'servers:\n  files:\n    command: file-server\nstore: {type: file, folder: /var/lib/mcpgw}\n',
  },
  check(context) {
    const { root, report } = context;
    if (context.kind === 'mcp-config') return checkFolder(context, ['data_dir']);
    const type = at(root, 'store', 'type');
    const waiting = serversOf(context).filter(({ node }) => text(get(node, 'trust_mode')) !== 'auto');
    if (text(type) === 'memory' && waiting.length > 0)
      report({
        at: type!,
        path: ['store', 'type'],
        message: `approvals end with the process: tools of "${waiting[0]!.name ?? ''}" wait for approval after each start`,
        suggestion: 'use a store of type file or redis, or trust the servers',
      });
    if (text(type) === 'file') checkFolder(context, ['store', 'folder']);
    if (text(type) === 'redis') checkRedis(context);
  },
};

function checkFolder({ root, report }: RuleContext, path: string[]): void {
  const node = at(root, ...path);
  const folder = text(node);
  if (node === undefined || folder === undefined || folder.startsWith('${')) return;
  if (/^(?:(?:\/var)?\/tmp|\/dev\/shm)(?:\/[^/]*)?\/?$/.test(folder))
    report({
      at: node,
      path,
      message: `"${folder}" is emptied with the machine: approvals are lost`,
      suggestion: 'name a folder that stays, such as /var/lib/mcpgw',
    });
  else if (/^(?:\$|%)/.test(folder) || /^~[^/]/.test(folder))
    report({
      at: node,
      path,
      message: `the folder "${folder}" is used as it is: no shell expands it`,
      suggestion: 'write the whole path, or "~/..."',
    });
  else if (folder !== '' && !/^(?:[/\\~]|[A-Za-z]:[/\\])/.test(folder))
    report({
      at: node,
      path,
      message: `the folder "${folder}" is relative to where the gateway was started: another start finds no approvals`,
      suggestion: 'write the whole path',
    });
}

function checkRedis({ root, report }: RuleContext): void {
  const node = at(root, 'store', 'url');
  const written = text(node);
  const url = written === undefined || written.includes('${') ? undefined : urlOf(written);
  if (node === undefined || url === undefined) return;
  const path = ['store', 'url'];
  if (url.password !== '')
    report({
      at: node,
      path,
      message: 'the password of Redis is in clear text',
      suggestion: 'write the whole address as "${env:REDIS_URL}"',
    });
  else if (!isLoopback(url.hostname))
    report({
      at: node,
      path,
      severity: 'info',
      message: `nobody needs a password for the Redis at ${url.hostname}: anyone who reaches it can approve tools`,
      suggestion: 'write the whole address with a password as "${env:REDIS_URL}"',
    });
  if (url.protocol === 'redis:' && isPublicHost(url.hostname))
    report({ at: node, path, message: `approvals and sessions go to ${url.hostname} in clear text`, suggestion: 'write rediss://' });
  const database = url.pathname.slice(1);
  if (database !== '' && !/^\d+$/.test(database))
    report({
      at: node,
      path,
      message: `"${database}" is not a number of a database of Redis`,
      suggestion: 'write a number, such as /0, or nothing',
    });
}
