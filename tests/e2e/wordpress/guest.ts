import assert from 'node:assert/strict';
import { fetchOnce } from '../../support/http-client.ts';
import { type Caller, logIn, type Page } from './requests.ts';
import type { Site, TestUser } from './site.ts';

/** Parts of a browser's request, except its address. */
export interface Sent {
  who?: Caller;
  /** Cookies in addition to those of the login, as in the header `Cookie`. */
  cookie?: string;
  /** Fields of a form. */
  form?: Record<string, string> | undefined;
  headers?: Record<string, string>;
  method?: string;
}

/** Answer to a browser's request for a page; redirects are not followed. */
export interface Seen extends Page {
  headers: Headers;
  /** The headers `Set-Cookie`. */
  cookies: string[];
  /** Text of the page's main part, as readers see it. */
  text: string;
}

/** Address and fields of a form. */
export interface Form {
  address: string;
  fields: Record<string, string>;
}

/** Requests a page, or sends a form to a page. @param address an address, or a path of the site */
export async function ask(site: Site, address: string, sent: Sent = {}): Promise<Seen> {
  const { who = 'nobody', form, method = form ? 'POST' : 'GET', headers = {} } = sent;
  const cookie = [sent.cookie, who === 'nobody' ? undefined : await logIn(site, who)].filter(Boolean).join('; ');
  const answer = await fetchOnce(address.startsWith('/') ? site.url + address : address, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const html = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    location: answer.headers.get('location'),
    cookies: answer.headers.getSetCookie(),
    html,
    text: textOf(html),
  };
}

/** Decodes the entities that WordPress and the plugin write. */
export const decoded = (html: string): string =>
  html
    .replace(/&#0?(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns the text of the main part of a page, or of the whole text if it has no such part. */
export function textOf(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>')) || html;
  return decoded(main.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
}

/** Reads the first form of a page that is sent by POST. @param attributes beginning of the form's attributes */
export function formIn(html: string, attributes = ''): Form | null {
  const pattern = new RegExp(`<form ${attributes}(?=[^>]*method="post")([^>]*)>(.*?)</form>`, 's');
  const [, rest = '', inside = ''] = pattern.exec(html) ?? [];
  if (!inside) return null;
  const fields: Record<string, string> = {};
  for (const [tag, text = ''] of inside.matchAll(/<(?:input|textarea)\b[^>]*>([^<]*)/g)) {
    const [, name = ''] = /\sname="([^"]*)"/.exec(tag) ?? [];
    fields[name] = decoded(/\svalue="([^"]*)"/.exec(tag)?.[1] ?? text);
  }
  for (const [, attributes = '', options = ''] of inside.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" ?selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    fields[/\sname="([^"]*)"/.exec(attributes)?.[1] ?? ''] = decoded(chosen?.[1] ?? '');
  }
  return { address: decoded(/action="([^"]*)"/.exec(rest)?.[1] ?? ''), fields };
}

/** A browser without scripts. It stores cookies, and can fill in and send forms. */
export class Guest {
  readonly cookies = new Map<string, string>();
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Opens a page, or sends a form. @param isLost true if the browser receives neither the answer nor its cookies */
  async open(address: string, form?: Record<string, string>, isLost = false): Promise<Seen> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await ask(this.#site, new URL(address, this.#site.url).href, { cookie, form });
    for (const set of isLost ? [] : answer.cookies) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(set) ?? [];
      if (/01[- ]Jan[- ]1970/.test(rest)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Follows a redirect. */
  async follow(answer: Seen): Promise<Seen> {
    assert.equal(answer.status, 303, answer.text);
    return this.open(answer.location ?? '');
  }

  async signIn(who: TestUser): Promise<void> {
    for (const pair of (await logIn(this.#site, who)).split('; ')) {
      const [name = '', value = ''] = pair.split('=');
      this.cookies.set(name, value);
    }
  }
}
