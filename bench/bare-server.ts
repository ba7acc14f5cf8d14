import { createServer, type OutgoingHttpHeaders } from 'node:http';

/** What the bare server says to everything. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * The measure of all: Node's own HTTP server, which answers the same bytes to everything, once it has read and parsed the
 * JSON of a request that has a body. It takes them from its parent, and tells its address.
 */
process.once('message', (answer: Answer) => {
  const body = Buffer.from(answer.body);
  const server = createServer((request, response) => {
    const reply = () => {
      response.writeHead(200, answer.headers);
      response.end(body);
    };
    if (request.method === 'GET') return reply();
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      reply();
    });
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
