import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

/** The part of a URL that the proxy drops, and its path. */
function dropped(url: string): { readonly lost: string | undefined; readonly route: string } {
  const [, user, route = '', rest = ''] = /^(?:[a-z]+:\/\/)?(?:([^/?#@]*)@)?[^/?#]*([^?#]*)([?#].*)?$/i.exec(url) ?? [];
  if (user !== undefined) return { lost: 'user', route };
  return { lost: rest.length < 2 ? undefined : rest.startsWith('?') ? 'query' : 'fragment', route };
}

export const mcpAddressInvalid: Rule = {
  id: 'mcp-address-invalid',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The parts make no address, so every session of the target fails; parts that are dropped are often the key or the prefix of the server.',
  docs: {
    checks:
      'Checks addresses of MCP targets: `host` beside `port` is a name only, `path` starts with "/", and a URL loses its query, user and fragment; the path of an OpenAPI host is dropped too.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 500 to `initialize` for a URL in `host` beside `port`, and ask for `/` with a path without "/". The query of `http://srv/mcp?key=1` does not arrive at the server.',
    fix: 'Write one URL in `host`, or a name, a port and a path that starts with "/". Send keys as headers. Put the prefix of a REST service into `servers` of its document.',
    wrong: withTarget('name: a\nmcp:\n  host: "http://srv"\n  port: 3001\n  path: /mcp'),
    correct: withTarget('name: a\nmcp:\n  host: srv\n  port: 3001\n  path: /mcp'),
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const [host, path] = [child(spec, 'host'), child(spec, 'path')];
      const value = text(host?.node) ?? '';
      const port = get(spec.node, 'port');
      const complain = (at: typeof host, message: string, suggestion: string): void =>
        report({ at: at!.node, path: at!.path, message, suggestion });
      const isParts = port !== undefined && !isNull(port);
      if (isParts && /[/:@?#\s]/.test(value.replace(/^\[.*\]$/, '')) && !value.includes('$'))
        complain(host, `beside "port", "host" is a name: "${value}" is never found`, 'write the name alone, or the whole URL in "host"');
      const place = text(path?.node);
      if (place !== undefined && place !== '' && !place.startsWith('/') && !place.includes('$'))
        complain(path, `the path "${place}" does not start with "/" and is lost`, `write "/${place}"`);
      if (isParts || value.includes('$')) continue;
      const { lost, route } = dropped(value);
      const shown = value.replace(/\/\/[^@/]*@/, '//...@');
      if (lost !== undefined) complain(host, `the ${lost} of "${shown}" is dropped`, 'send credentials with a policy, such as backendAuth');
      if (kind === 'openapi' && route.length > 1)
        complain(host, `the path "${route}" is dropped: paths come from the OpenAPI document`, 'put it into "servers" of the document');
    }
  },
};
