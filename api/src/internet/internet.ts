import { Resolver } from 'node:dns/promises';
import { connect as connectPlainly, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { isPublic } from './addresses.ts';

/** Destination of a connection. */
export interface Target {
  /** A name, or an IP address without brackets. */
  host: string;
  port: number;
  isEncrypted: boolean;
  /**
   * Resolves a name. Node does not call this function for IP addresses. Null if the operator has exempted the host from
   * the checks. The operating system then resolves the name, and the host may have internal addresses.
   */
  lookup: LookupFunction | null;
}

/** Access to the Internet. Tests replace this object with fake shops. */
export interface Internet {
  /** Returns all addresses of a name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Opens a connection. */
  connect(target: Target): Socket;
}

/** Internet access of a running service. */
export const REAL_INTERNET: Internet = {
  async resolve(name, signal) {
    // The operating system's lookups cannot be cancelled, and a few slow names would delay all other lookups of this
    // process. This resolver can be cancelled, and ignores /etc/hosts and search domains.
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
    const target = { host, port, ...(lookup && { lookup }) };
    const socket = isEncrypted
      ? connectEncrypted({
          ...target,
          ...(isIP(host) ? {} : { servername: host }),
          ALPNProtocols: ['http/1.1'],
        })
      : connectPlainly(target);
    if (lookup === null) return socket;
    // Checks the address of the socket again before any data is sent. This check must be the first listener, because
    // another listener starts TLS.
    socket.prependOnceListener('connect', () => {
      if (!isPublic(socket.remoteAddress ?? '')) socket.destroy(new Error('not public'));
    });
    return socket;
  },
};
