import assert from 'node:assert/strict';
import { fetchOnce } from '../../support/http-client.ts';
import { type Caller, logIn } from './requests.ts';
import type { Site } from './site.ts';

/** Status of a response, and the HTML that the visitor sees. */
export interface Seen {
  status: number;
  html: string;
  /** Header `Cache-Control`. */
  cache: string | null;
  /** Header `Referrer-Policy`. */
  policy: string | null;
  /** Header `Retry-After`, in seconds. */
  wait: number;
}

/**
 * Simulates the browser of a member or visitor. The browser stores the site's cookies.
 * @param known cookies of the browser, by name
 */
export function openFormBrowser(site: Site, who: Caller, known: ReadonlyMap<string, string> = new Map()) {
  const cookies = new Map(known);
  async function send(path: string, form?: URLSearchParams, headers: Record<string, string> = {}): Promise<Seen> {
    const login = who === 'nobody' ? '' : await logIn(site, who);
    const cookie = [login, ...[...cookies].map(([name, value]) => `${name}=${value}`)].filter(Boolean).join('; ');
    const answer = await fetchOnce(site.url + path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), origin: site.url, ...headers },
      ...(form && { body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name.startsWith('largesse')) cookies.set(name, value);
    }
    const text = await answer.text();
    const cache = answer.headers.get('cache-control');
    const policy = answer.headers.get('referrer-policy');
    const wait = Number(answer.headers.get('retry-after'));
    return { status: answer.status, html: /<main.*<\/main>/s.exec(text)?.[0] ?? text, cache, policy, wait };
  }
  /**
   * Sends the form that contains a text.
   * @param typed further fields, such as the name and value of the pressed button
   */
  async function press(from: Seen, path: string, text: string, typed: Record<string, string> = {}) {
    const [form = ''] = [...from.html.matchAll(/<form\b.*?<\/form>/gs)]
      .map(([one]) => one)
      .filter((one) => one.includes(text));
    assert.notEqual(form, '', `no form with ${text}`);
    const fields = new URLSearchParams();
    for (const [tag] of form.matchAll(/<input type="hidden"[^>]*>/g))
      fields.set(/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '');
    for (const [, attributes = '', options = ''] of form.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
      const chosen = /<option value="([^"]*)" ?selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
      fields.set(/name="([^"]*)"/.exec(attributes)?.[1] ?? '', chosen?.[1] ?? '');
    }
    for (const [name, value] of Object.entries(typed)) fields.set(name, value);
    return send(path, fields);
  }
  return { send, press, cookies };
}
