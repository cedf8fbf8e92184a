import { hostnames } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Why no request has a host name of this form. Routes take `*.example.com`; listeners take a star at the start as well. */
function whyNever(value: string, ofRoute: boolean): string | undefined {
  if (value === '') return ofRoute ? 'it is empty' : undefined;
  if (ofRoute && value === '*') return 'only "*." before a name is a wildcard; a route without "hostnames" takes every host';
  if (value.replace(ofRoute ? /^\*\./ : /^\*\.?/, '').includes('*')) return 'a "*" counts only as the whole first label';
  if (/[A-Z]/.test(value)) return 'clients send hostnames in lower case, and the comparison is exact';
  if (value.endsWith('.')) return 'clients send no dot at the end';
  if (/[\s,/]/.test(value)) return 'it contains a character that no hostname has';
  return /[^\x21-\x7e]/.test(value) ? 'clients send the name in its ASCII form (xn--...)' : undefined;
}

export const hostnameNeverMatches: Rule = {
  id: 'hostname-never-matches',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No request has this hostname: everything that is written for it is answered with 404.',
  docs: {
    checks:
      'Looks for hostnames of listeners and routes that no client sends: "*" for a route, a star inside, upper-case letters, a dot at the end, spaces and lists.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 404 for `hostnames: ["*"]`, `["Example.com"]`, `["example.com."]`, `["a.*.com"]` and `["*example.com"]`, and for a listener with the hostname `Upper.example`, when the request has the name in lower case, as clients write the host of a URL. A `Host` header that is written as `Example.com` reaches the route `Example.com` of v1.4.1, and not the route `example.com`.',
    fix: 'Write one name in lower case, `*.example.com` for all names below one, or remove the field to take every host.',
    wrong: withRoute('hostnames: ["*"]'),
    correct: withRoute('hostnames: ["*.example.com"]'),
  },
  check({ root, report }) {
    for (const { node, path, value } of hostnames(root)) {
      const why = value.includes('$') || /:\d+$|:\/\//.test(value) ? undefined : whyNever(value, path.includes('hostnames'));
      if (why === undefined) continue;
      const fixed = value.toLowerCase().replace(/\.$/, '');
      const suggestion =
        value === '*'
          ? 'remove "hostnames"'
          : /^[\w.-]+$/.test(fixed) && fixed !== value
            ? `write "${fixed}"`
            : 'write one hostname in lower case';
      report({ at: node, path, message: `no request has the hostname "${value}": ${why}`, suggestion });
    }
  },
};
