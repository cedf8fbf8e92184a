/**
 * paths.mjs: opens a connection to each `{host, port, protocol}` of standard input, all at once, and prints what became of them as a list:
 * `connected`, `timeout`, or the code of the error. A datagram is a question for DNS, and its answer counts as a connection.
 */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const longestMs = 4000;
/** The question for the addresses of `kubernetes.default.svc.cluster.local`. */
const question = Buffer.concat([
  Buffer.from('000701000001000000000000', 'hex'),
  ...'kubernetes default svc cluster local'.split(' ').flatMap(label => [Buffer.from([label.length]), Buffer.from(label)]),
  Buffer.from('0000010001', 'hex'),
]);

function tcp({ host, port }) {
  return new Promise(resolve => {
    const socket = connect({ host, port });
    const end = outcome => {
      socket.destroy();
      resolve(outcome);
    };
    socket.on('connect', () => end('connected')).on('error', ({ code }) => end(code));
    socket.setTimeout(longestMs, () => end('timeout'));
  });
}

function udp({ host, port }) {
  return new Promise(resolve => {
    const socket = createSocket('udp4');
    const late = setTimeout(() => end('timeout'), longestMs);
    const end = outcome => {
      clearTimeout(late);
      socket.close();
      resolve(outcome);
    };
    socket.on('message', () => end('connected')).on('error', ({ code }) => end(code));
    socket.connect(port, host, () => socket.send(question));
  });
}

const targets = JSON.parse(readFileSync(0, 'utf8'));
const outcomes = await Promise.all(targets.map(target => (target.protocol === 'UDP' ? udp(target) : tcp(target))));
console.log(JSON.stringify(outcomes));
