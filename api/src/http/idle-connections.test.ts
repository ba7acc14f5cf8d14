import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../testing/wait.ts';
import { answerUnderWay } from './connection.ts';
import { boundConnections } from './idle-connections.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('a connection too many closes the one that has been idle for longest, and none with a request', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/slow') held.push(response);
    else response.end('x');
  });
  boundConnections(server, (socket) => answerUnderWay(socket) !== null, 4);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const open = async (name: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => closed.push(name));
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (socket: Socket) => {
    socket.write(GET);
    await once(socket, 'data');
  };
  const slow = await open('slow');
  slow.write(GET.replace('/', '/slow'));
  await until('the slow request is there', () => held.length === 1);
  const old = await open('old');
  await ask(old);
  const silent = await open('silent');
  const other = await open('other');
  await ask(other);
  await ask(old);

  const sockets = [slow, old, silent, other];
  for (const expected of ['silent', 'other', 'old']) {
    const next = await open(`slow ${sockets.length}`);
    next.write(GET.replace('/', '/slow'));
    sockets.push(next);
    await until(`${expected} is closed`, () => closed.at(-1) === expected);
  }
  await until('all have a request', () => held.length === 4);
  sockets.push(await open('new'));
  await until('the new one is closed', () => closed.at(-1) === 'new');
  assert.deepEqual(closed, ['silent', 'other', 'old', 'new']);
  for (const socket of sockets) socket.destroy();
  server.close();
});
