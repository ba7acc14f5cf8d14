import { once } from 'node:events';

/** A connection to a browser over the protocol WebDriver BiDi. */
export interface Bidi extends AsyncDisposable {
  /** Sends a command and returns its result. @throws if the browser refuses the command */
  send<T>(method: string, params: object): Promise<T>;
}

interface Reply {
  id?: number;
  result: never;
  error?: string;
  message?: string;
}

/** Opens a connection. @param url address of the browser's socket */
export async function openBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error, message }: Reply = JSON.parse(data);
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser closed the connection'));
  });
  let commands = 0;
  return {
    send: (method, params) => {
      const id = ++commands;
      const reply = Promise.withResolvers<never>();
      waiting.set(id, reply);
      socket.send(JSON.stringify({ id, method, params }));
      return reply.promise;
    },
    [Symbol.asyncDispose]: async () => {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.close();
      await once(socket, 'close');
    },
  };
}
