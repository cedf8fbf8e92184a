/**
 * forward.mjs SOCKET ADDRESS PORT: a port of this machine's loopback that leads to an address in the network of a node, through relay.mjs.
 * Prints `port N`. A process of its own, so that a test can wait for a program that uses the port.
 */
import { connect, createServer } from 'node:net';

const [, , socket, host, port] = process.argv;
const server = createServer({ allowHalfOpen: true }, near => {
  const far = connect({ path: socket, allowHalfOpen: true });
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  far.write(`${host} ${port}\n`);
  near.pipe(far);
  far.pipe(near);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
