/**
 * Sockets to a server whose first packet may be lost for good. A Service without a ready pod swallows packets in some networks, and the
 * kernel keeps a socket that began there on that way, repetitions included; a new socket gets through as soon as a pod is ready.
 */
import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Connects and tells the callback once, as the connectors of undici do. */
export type Connect = (...given: Parameters<buildConnector.connector>) => Socket;

/** Milliseconds until another socket is tried beside those that have no answer to TCP; the kernel repeats its own first packet as late. */
const nextSocketMs = 1000;
/** So many sockets try at the same time, at most. */
const mostSockets = 10;

/**
 * Connects by `connect`, and again every second beside what waits for an answer to TCP. The first socket that is connected, or that
 * is refused or too late, decides; the others are closed.
 */
export function patiently(connect: Connect): Connect {
  return (target, callback) => {
    const sockets: Socket[] = [];
    let next: NodeJS.Timeout | undefined;
    let isDecided = false;
    const decide: buildConnector.Callback = (...result) => {
      if (isDecided) return;
      isDecided = true;
      clearTimeout(next);
      for (const socket of sockets) if (socket !== result[1]) socket.destroy();
      callback(...result);
    };
    const later = () => {
      if (!isDecided) next = setTimeout(again, nextSocketMs).unref();
    };
    const begin = () => {
      const socket = connect(target, decide);
      sockets.push(socket);
      // While a name is looked up, there is no packet that could be lost.
      if (isIP(target.hostname.replace(/^\[|\]$/g, ''))) later();
      else socket.once('lookup', error => !error && later());
      return socket;
    };
    // One that is connected waits for TLS; closed ones were released.
    const again = () => {
      if (sockets.length < mostSockets && sockets.every(({ connecting, destroyed }) => connecting && !destroyed)) begin();
    };
    return begin();
  };
}
