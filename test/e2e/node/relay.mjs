/**
 * relay.mjs SOCKET: a way into the network of a node that opens no port of the machine. It runs inside; a caller outside connects to the
 * socket (a file), writes `ADDRESS PORT\n`, and talks to that address from then on. A connection that is refused inside looks to the caller
 * like one that ends at once: what counts such ends runs inside (load-client.ts).
 */
import { connect, createServer } from 'node:net';

const longestHead = 300;

function relay(near, head) {
  const end = head.indexOf('\n');
  const [host, port] = head.toString('latin1', 0, end).split(' ');
  const far = connect({ host, port: Number(port), allowHalfOpen: true });
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  far.write(head.subarray(end + 1));
  near.pipe(far);
  far.pipe(near);
}

const server = createServer({ allowHalfOpen: true }, near => {
  let head = Buffer.alloc(0);
  const read = chunk => {
    head = Buffer.concat([head, chunk]);
    if (head.includes('\n')) {
      near.off('data', read);
      near.off('error', drop);
      relay(near, head);
    } else if (head.length > longestHead) near.destroy();
  };
  const drop = () => near.destroy();
  near.on('data', read);
  near.on('error', drop);
});
server.listen(process.argv[2], () => console.log('ready'));
