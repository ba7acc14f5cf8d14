import { bareName } from './internal-hosts.ts';

export const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns host and port of an http or https address, such as `shop.example:443`. */
export const hostAndPort = (url: URL): string => `${bareName(url.hostname)}:${url.port || PORTS[url.protocol]}`;
