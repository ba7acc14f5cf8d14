import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';
import { addressOf } from './server-address.ts';

/**
 * A connection pooler in front of a PostgreSQL server. For each transaction, a client gets any free connection to the
 * server.
 */
export interface TransactionPooler extends AsyncDisposable {
  /** Address of the same database through the pooler. */
  readonly url: string;
}

/** A message of PostgreSQL's protocol: its type and all its bytes. */
interface Message {
  type: string;
  bytes: Buffer;
}

/**
 * Starts a pooler.
 * @param connections number of connections to the server, which must accept cleartext passwords
 */
export async function startTransactionPooler(url: string, connections: number): Promise<TransactionPooler> {
  const free = await Promise.all(Array.from({ length: connections }, () => logIn(url)));
  const all = new Set<Socket>(free);
  const waiting: ((server: Socket) => void)[] = [];
  const take = (): Promise<Socket> => {
    // Takes the connection that was freed first, so that a client gets a different connection for each transaction.
    const server = free.shift();
    return server ? Promise.resolve(server) : new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (server: Socket): void => {
    const next = waiting.shift();
    if (next) next(server);
    else free.push(server);
  };
  const pooler = createServer((client) => {
    all.add(client);
    client.on('error', () => {});
    serve(client, take, giveBack);
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  return {
    url: Object.assign(new URL(url), { port: new URL(addressOf(pooler)).port }).href,
    async [Symbol.asyncDispose]() {
      for (const socket of all) socket.destroy();
      pooler.close();
      await once(pooler, 'close');
    },
  };
}

function serve(client: Socket, take: () => Promise<Socket>, giveBack: (server: Socket) => void): void {
  let server: Socket | undefined;
  let isWaiting = false;
  let answersOwed = 0;
  let queued: Buffer[] = [];
  const toClient = reader(({ type, bytes }) => {
    client.write(bytes);
    if (type !== 'Z') return;
    answersOwed--;
    // The status "I" means that no transaction is open.
    if (answersOwed === 0 && bytes[5] === 0x49 && server !== undefined) {
      server.off('data', toClient);
      giveBack(server);
      server = undefined;
    }
  });
  const toServer = reader(({ type, bytes }) => {
    if (type === 'X') return;
    if (type === 'Q' || type === 'S') answersOwed++;
    if (server !== undefined) {
      server.write(bytes);
      return;
    }
    queued.push(bytes);
    if (isWaiting) return;
    isWaiting = true;
    take().then((taken) => {
      isWaiting = false;
      server = taken.on('data', toClient);
      server.write(Buffer.concat(queued));
      queued = [];
    });
  });
  client.once('data', () => {
    // The first message has no type. The pooler accepts every client: it answers "R" 0 (logged in) and "Z" "I" (ready).
    client.write(Buffer.from('520000000800000000' + '5a0000000549', 'hex'));
    client.on('data', toServer);
  });
}

/** Splits a stream of bytes into messages. The length of a message includes the length field, but not the type. */
function reader(take: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = rest.readUInt32BE(1) + 1;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      take({ type: String.fromCharCode(bytes[0] ?? 0), bytes });
    }
  };
}

/** Opens a connection to the server and logs in. */
async function logIn(url: string): Promise<Socket> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const socket = open(Number(port), hostname);
  const startup = Buffer.from(`\0\x03\0\0user\0${username}\0database\0${pathname.slice(1)}\0\0`, 'latin1');
  socket.write(Buffer.concat([lengthOf(startup), startup]));
  await new Promise<void>((resolve, reject) => {
    const read = reader(({ type, bytes }) => {
      if (type === 'E') reject(new Error(bytes.toString()));
      if (type === 'R' && bytes.readUInt32BE(5) === 3) {
        const body = Buffer.from(`${password}\0`);
        socket.write(Buffer.concat([Buffer.from('p'), lengthOf(body), body]));
      }
      if (type !== 'Z') return;
      socket.off('data', read);
      resolve();
    });
    socket.on('data', read).once('error', reject);
  });
  return socket;
}

function lengthOf(body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return length;
}
