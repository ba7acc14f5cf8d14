import { fetchOnce } from '../../support/http-client.ts';
import { type Caller, logIn } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** A page that a visitor has opened. */
export interface Seen {
  status: number;
  /** Path and query of the page, after redirects. */
  path: string;
  /** HTML of the page's body. */
  html: string;
}

/** Values that replace fields of a form; undefined removes a field. */
export type Typed = Record<string, string | undefined>;

/** A simulated browser that submits the forms of circles, and runs no scripts. */
export interface FormBrowser {
  open(path: string): Promise<Seen>;
  /**
   * Sends a form of a page.
   * @param act value of the form's field `largesse-circle`; empty for the button "Continue"
   * @param about text in the form, if the page has several forms with this act
   * @throws if the page has no such form
   */
  send(from: Seen, act: string, typed?: Typed, about?: string): Promise<Seen>;
  /** Sends fields to a path, without a form on a page. */
  post(path: string, fields: Record<string, string>): Promise<Seen>;
  /** Sends a form with the field `circle_file`. @param file contents of the file */
  upload(from: Seen, act: string, file: string): Promise<Seen>;
}

const decode = (html: string): string => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

const attribute = (tag: string, name: string): string =>
  decode(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** Opens a browser that is signed in as a user, or a browser that is signed out. */
export async function openFormBrowser(site: Site, who: Caller): Promise<FormBrowser> {
  const cookies = new Map<string, string>();
  const login = who === 'nobody' ? '' : await logIn(site, who);
  async function request(path: string, body?: string, type = 'application/x-www-form-urlencoded'): Promise<Seen> {
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`);
    const cookie = [login, ...kept].filter(Boolean).join('; ');
    const response = await fetchOnce(site.url + path, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body ? { 'content-type': type, origin: site.url } : {}),
      },
      ...(body ? { body } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name.startsWith('largesse')) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const text = await response.text();
    const [, html = text] = /<body\b(.*)/s.exec(text) ?? [];
    if (location !== null && response.status >= 300) return await request(location.replace(site.url, ''));
    // The pages encode punctuation, so that WordPress's filters do not change it. `plain` contains the decoded text.
    const plain = html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    return { status: response.status, path, html: plain };
  }
  const post = (path: string, fields: Record<string, string>) => request(path, new URLSearchParams(fields).toString());
  /** Finds a form on a page. Returns the path and the fields of the form. */
  function find(from: Seen, act: string, about: string): [path: string, fields: Record<string, string>] {
    for (const [form = ''] of from.html.matchAll(/<form\b.*?<\/form>/gs)) {
      const fields: Record<string, string> = {};
      for (const [tag] of form.matchAll(/<(?:input|select)\b[^>]*>/g))
        if (attribute(tag, 'name') !== '') fields[attribute(tag, 'name')] = attribute(tag, 'value');
      const isMeant = act === '' ? 'open' in fields : fields['largesse-circle'] === act;
      if (isMeant && decode(form).includes(about)) return [attribute(form, 'action').replace(site.url, ''), fields];
    }
    throw new Error(`No form ${act} ${about} on ${from.path}`);
  }
  return {
    open: (path) => request(path),
    post,
    send: async (from, act, typed = {}, about = '') => {
      const [path, fields] = find(from, act, about);
      const sent = Object.entries({ ...fields, ...typed }).filter(
        (field): field is [string, string] => field[1] !== undefined,
      );
      return post(path, Object.fromEntries(sent));
    },
    upload: async (from, act, file) => {
      const [path, fields] = find(from, act, '');
      const parts = Object.entries({ ...fields, circle_file: file }).map(([name, value]) => {
        const more = name === 'circle_file' ? '; filename="circle.json"\r\nContent-Type: application/json' : '';
        return `--part\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
      });
      return request(path, `${parts.join('')}--part--\r\n`, 'multipart/form-data; boundary=part');
    },
  };
}
