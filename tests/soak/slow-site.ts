import { once } from 'node:events';
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { addressOf } from '../support/server-address.ts';

/*
 * Replaces WordPress in this test. Each page takes 10 ms of processor time. The page contains its creation time, its
 * visitor, and the version of the registry. The code blocks its thread, so it runs in a separate worker.
 */
const PAGE_MS = 10;
const FILLING = Array.from(
  { length: 600 },
  (_, n) => `<li class="largesse-item">Wish ${n} for ${(n * 7919) % 997} €</li>`,
);

/** Versions of the registries by slug. */
const registries = new Map<string, number>();

const server = createServer((request, response) => {
  const [, slug = ''] = request.url?.match(/^\/registry\/([a-z]+)\/$/) ?? [];
  const until = performance.now() + PAGE_MS;
  const made = Date.now();
  const version = registries.get(slug) ?? 0;
  while (performance.now() < until);
  const visitor = request.headers.cookie ?? 'everybody';
  const isAsked = request.headers['x-largesse-page'] === 'may-be-kept';
  response.writeHead(200, {
    'content-type': 'text/html; charset=UTF-8',
    ...(isAsked ? { 'x-largesse-page': 'keep' } : {}),
  });
  const said = JSON.stringify({ slug, version, made, visitor });
  response.end(`<!DOCTYPE html><html><!--${said}--><ul>${FILLING.join('\n')}</ul></html>`);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.on('message', ({ slug, version }: { slug: string; version: number }) => {
  registries.set(slug, version);
  parentPort?.postMessage(slug);
});
parentPort?.postMessage(addressOf(server));
