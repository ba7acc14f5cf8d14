import { Resolver } from 'node:dns/promises';
import { connect as connectPlainly, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { isPublic } from './addresses.ts';

/** Where a connection is to go. */
export interface Target {
  /** A name, or a literal address without brackets. */
  host: string;
  port: number;
  isEncrypted: boolean;
  /** Asked for the addresses of a name; Node asks it nothing about literal ones. */
  lookup: LookupFunction;
}

/** How the guard reaches the Internet. Tests put shops of their own behind it; there is no setting for that. */
export interface Doors {
  /** Returns all addresses of a name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Begins a connection. */
  connect(target: Target): Socket;
}

/** The doors of a running service. */
export const REAL_DOORS: Doors = {
  async resolve(name, signal) {
    // Not the operating system's: its lookups cannot be given up, and a few names that take their time would hold up all
    // the others of this process. This one also knows nothing of /etc/hosts and of names that are short for others.
    const resolver = new Resolver({ timeout: 1000, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const none = (): string[] => [];
      const found = await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)]);
      return found.flat();
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  connect({ host, port, isEncrypted, lookup }) {
    const socket = isEncrypted
      ? connectEncrypted({
          host,
          port,
          lookup,
          ...(isIP(host) ? {} : { servername: host }),
          ALPNProtocols: ['http/1.1'],
        })
      : connectPlainly({ host, port, lookup });
    // Whatever was looked at before: nothing is ever sent into the house. First of all listeners, or else TLS would have begun.
    socket.prependOnceListener('connect', () => {
      if (!isPublic(socket.remoteAddress ?? '')) socket.destroy(new Error('not public'));
    });
    return socket;
  },
};
