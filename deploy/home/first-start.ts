import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { parseAddress, type SiteAddress } from './address.ts';
import {
  type Field,
  type FirstPage,
  firstPage,
  languageIn,
  MAX_NAME,
  MIN_PASSWORD,
  type Notice,
} from './first-page.ts';
import type { CodeCheck } from './setup-code.ts';

/** Administrator that somebody has typed. */
export interface Account {
  name: string;
  email: string;
  password: string;
  /** Two letters. */
  language: string;
}

/** Answer to the browser that has set up the site. */
export interface SignedIn {
  /** Page that follows. */
  location: string;
  /** Values of `Set-Cookie`. */
  cookies: string[];
}

interface FirstStartOptions {
  check: CodeCheck;
  /** Address in the setting SITE_URL; null without it. */
  siteUrl: SiteAddress | null;
  /**
   * Sets up the site. May be interrupted at any time, and then begins again with another account. If it throws an
   * error, the site is not set up.
   */
  setUp(account: Account, address: SiteAddress): Promise<SignedIn>;
  log(text: string): void;
}

/** Maximum size of a form (bytes). */
const MAX_FORM = 16 * 1024;

/**
 * Creates the server that answers every request until the site is set up. Only somebody who knows the code sets it up,
 * from the page itself, and at the address that the page shows.
 */
export function firstStart({ check, siteUrl, setUp, log }: FirstStartOptions): Server {
  let isRunning = false;
  /** Address of the site after it was set up. */
  let done = '';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = siteUrl ?? addressOf(request);
    const page: FirstPage = {
      language: languageIn(request.headers['accept-language']),
      address: address?.url ?? null,
      isSetAddress: siteUrl !== null,
    };
    const show = (status: number, more: Partial<FirstPage>, headers: Record<string, string> = {}) =>
      send(response, status, { ...page, ...more }, headers);
    const notify = (status: number, notice: Notice, more: Partial<FirstPage> = {}) => show(status, { notice, ...more });
    if (done !== '') return redirect(response, { location: done, cookies: [] });
    if (address === null) return notify(400, 'noAddress');
    if (request.method === 'GET' || request.method === 'HEAD') return show(200, {});
    if (request.method !== 'POST') return show(405, {}, { allow: 'GET, HEAD, POST' });
    if (!isSameOrigin(request, siteUrl)) return notify(403, 'foreign');
    const sent = await formIn(request);
    if (sent === null) return show(413, {});
    if (done !== '') return redirect(response, { location: done, cookies: [] });
    if (isRunning) return show(503, { notice: 'running', sent }, { 'retry-after': '60' });
    const verdict = check.check(sent.code);
    if (typeof verdict === 'number')
      return show(429, { notice: 'tooMany', seconds: verdict, sent }, { 'retry-after': String(verdict) });
    const problems = problemsIn(sent, siteUrl === null ? address : null);
    if (verdict === 'wrong') problems.add('code');
    if (problems.size > 0) return show(422, { problems, sent });
    isRunning = true;
    try {
      const { name, email, password } = sent;
      const signedIn = await setUp({ name, email, password, language: page.language }, address);
      done = `${address.url}/`;
      redirect(response, signedIn);
    } catch (error) {
      log(`the site could not be set up: ${error instanceof Error ? error.message : error}`);
      show(503, { notice: 'failed', sent });
    } finally {
      isRunning = false;
    }
  }

  return createServer((request, response) => {
    response.on('error', () => {});
    answer(request, response).catch(() => response.destroy());
  });
}

/**
 * Checks whether the page of this address has sent a form. Browsers name the origin of each form. Over HTTPS, most also
 * send `Sec-Fetch-Site`.
 */
function isSameOrigin({ headers }: IncomingMessage, siteUrl: SiteAddress | null): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  const url = URL.parse(origin);
  return url !== null && [originHost(`http://${host}`, url.protocol), siteUrl?.host].includes(url.host);
}

/** Returns the host of an address without the standard port of the protocol. */
const originHost = (address: string, protocol: string): string | undefined =>
  URL.parse(address.replace(/^http:/, protocol))?.host;

/** Returns the address at which a request has reached the container; null if it names no usable one. */
function addressOf({ headers }: IncomingMessage): SiteAddress | null {
  const { host = '', 'x-forwarded-proto': forwarded } = headers;
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(host)) return null;
  try {
    return parseAddress(`${forwarded === 'https' ? 'https' : 'http'}://${host}`);
  } catch {
    return null;
  }
}

type Sent = Record<Field, string>;

/** Returns the fields of a form; null if it is too large. */
async function formIn(request: IncomingMessage): Promise<Sent | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Reads the rest, too, so that the browser gets an answer. nginx limits it to a megabyte.
    if (size <= MAX_FORM) chunks.push(chunk);
  }
  if (size > MAX_FORM) return null;
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  const field = (name: Field) => form.get(name) ?? '';
  return {
    code: field('code').trim(),
    name: field('name').trim(),
    email: field('email').trim(),
    password: field('password'),
    address: field('address'),
  };
}

/** @param shown address that the visitor must have confirmed; null if a setting names it */
function problemsIn({ name, email, password, address }: Sent, shown: SiteAddress | null): Set<Field> {
  const problems = new Set<Field>();
  if (name === '' || [...name].length > MAX_NAME || /\p{Cc}/u.test(name)) problems.add('name');
  if (!EMAIL.test(email) || email.length > MAX_EMAIL) problems.add('email');
  // WordPress ignores spaces around a password.
  if ([...password.trim()].length < MIN_PASSWORD) problems.add('password');
  if (shown !== null && address !== shown.url) problems.add('address');
  return problems;
}

/** Pattern of a label in a domain, and of the e-mail addresses that WordPress stores. */
const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
const EMAIL = new RegExp(`^[\\w!#$%&'*+/=?^\`{|}~.-]+@(?:${LABEL}\\.)+${LABEL}$`, 'i');
const MAX_EMAIL = 100;

function redirect(response: ServerResponse, { location, cookies }: SignedIn): void {
  response.writeHead(303, {
    location,
    'cache-control': 'no-store',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  });
  response.end();
}

/** Browsers follow the redirect after a form only to addresses of `form-action`. */
const policyFor = ({ address, isSetAddress }: FirstPage): string =>
  [
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    `form-action 'self'${isSetAddress && address !== null ? ` ${new URL(address).origin}` : ''}`,
  ].join('; ');

function send(response: ServerResponse, status: number, page: FirstPage, headers: Record<string, string>): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyFor(page),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(firstPage(page));
}
