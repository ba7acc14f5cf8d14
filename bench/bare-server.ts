import { createServer, type OutgoingHttpHeaders } from 'node:http';

/** Constant answer of the bare server. */
export interface Answer {
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * Baseline: Node's own HTTP server, which gives the same answer to every request after reading and parsing its JSON body, if
 * there is one. It receives the answer from its parent process, and reports its address.
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
