import { createServer, type OutgoingHttpHeaders } from 'node:http';

/** Constant answer of the bare server. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * This program is a baseline for measurements: Node's own HTTP server. The server reads and parses the JSON body of a
 * request, if there is one, and always gives the same answer. The parent process sends this answer to the server, and
 * receives the server's address.
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
