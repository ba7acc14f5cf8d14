import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { TEMPORARY, writeWhole } from './files.ts';
import { PROXY_PORT } from './nginx.ts';

/**
 * File with a sentence for each proxy that is not trusted. A new start forgets them. Site Health and `doctor` show
 * them.
 */
export const unknownProxiesFile = `${TEMPORARY}/unknown-proxies`;

/** Maximum number of proxies that are reported. */
const MOST = 10;

/** Returns what is wrong with TRUSTED_PROXY. @param address from which requests with `X-Forwarded-For` have come */
export const aboutProxy = (address: string, trusted: readonly string[]): string =>
  `Requests that a proxy passes on come from ${address}, ` +
  (trusted.length === 0 ? 'but TRUSTED_PROXY is not set' : `which is not in TRUSTED_PROXY (${trusted.join(', ')})`) +
  ', so limits count all visitors behind it as one. If this is the address of your own proxy, set ' +
  `TRUSTED_PROXY=${[...trusted, address].join(',')}`;

/** Returns the address in a message of nginx; null if it contains none. */
export function proxyIn(message: string): string | null {
  return /: ([\da-f.:]+)$/i.exec(message.trim())?.[1] ?? null;
}

/**
 * Logs and notes each private address from which a proxy passes on requests, although it is not trusted: nginx reports
 * these addresses.
 */
export async function watchProxies(trusted: readonly string[], log: (text: string) => void): Promise<void> {
  const known: string[] = [];
  await writeWhole(unknownProxiesFile, '');
  const socket = createSocket('udp4');
  socket.on('message', (message) => {
    const address = proxyIn(String(message));
    if (address === null || known.includes(address) || known.length >= MOST) return;
    known.push(address);
    log(aboutProxy(address, trusted));
    const text = known.map((one) => `${aboutProxy(one, trusted)}\n`).join('');
    void writeWhole(unknownProxiesFile, text).catch((error) => log(error.message));
  });
  socket.bind(PROXY_PORT, '127.0.0.1');
  await once(socket, 'listening');
}

/** Returns the sentences about proxies that are not trusted. */
export async function unknownProxies(): Promise<string[]> {
  const text = await readFile(unknownProxiesFile, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
