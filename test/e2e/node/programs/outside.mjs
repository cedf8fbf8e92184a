/** outside.mjs PORT...: the world outside of a node. Every request to one of the ports is answered 404. */
import { createServer } from 'node:http';

for (const port of process.argv.slice(2)) createServer((_, response) => response.writeHead(404).end()).listen(Number(port));
