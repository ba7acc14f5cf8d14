import { createServer, type OutgoingHttpHeaders } from 'node:http';

/** What the bare server says to everything. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * The measure of all: Node's own HTTP server, which answers the same bytes to everything. It takes them from
 * its parent, and tells its address.
 */
process.once('message', (answer: Answer) => {
  const body = Buffer.from(answer.body);
  const server = createServer((_request, response) => {
    response.writeHead(200, answer.headers);
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
