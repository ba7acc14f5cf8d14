import { createServer } from 'node:http';

/**
 * The measure of all: Node's own HTTP server, which answers the same bytes to everything. It takes them from
 * its parent, and tells its address.
 */
process.once('message', (text: string) => {
  const body = Buffer.from(text);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
