import { get, type Rule, text } from '@mcpgw/structure';
import { blockedPorts } from '../formats/http.js';
import { parseListen } from '../formats/listen.js';

export const listenAddress: Rule = {
  id: 'listen-address',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'Clients are configured with one address, and refuse some ports altogether.',
  docs: {
    checks:
      'Port 0, ports that HTTP clients refuse to open, ports that only an administrator may listen on, and hosts that are not addresses of a machine.',
    seen: 'Node 20 answered "bad port" to a request for port 6000 without connecting.',
    fix: 'Choose a port from 1024 to 49151 that no other program has, such as 8080.',
    wrong: 'listen: 127.0.0.1:6000\nservers:\n  files:\n    command: file-server\n',
    correct: 'listen: 127.0.0.1:8080\nservers:\n  files:\n    command: file-server\n',
  },
  check({ root, report }) {
    const node = get(root, 'listen');
    const address = parseListen(text(node) ?? '');
    if (node === undefined || address === undefined) return;
    const { host, port } = address;
    const tell = (message: string, suggestion: string, severity?: 'error' | 'info'): void =>
      report({ at: node, path: ['listen'], message, suggestion, ...(severity && { severity }) });
    // Port 0, a free port, is documented.
    if (blockedPorts.has(port)) tell(`HTTP clients refuse to connect to port ${port}`, 'choose another port, such as 8080');
    else if (port !== 0 && port < 1024)
      tell(
        `only an administrator may listen on port ${port} on most systems`,
        'choose a port above 1023, and let a proxy or Service map it',
        'info',
      );
    if (/^\d+(?:\.\d+)*$/.test(host) && !/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(host))
      tell(`"${host}" is not an IP address`, 'write four numbers from 0 to 255, or a name', 'error');
  },
};
