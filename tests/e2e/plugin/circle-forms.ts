import { decoded, formIn, Guest } from '../wordpress/guest.ts';
import type { Caller } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** A page that a visitor has opened. */
export interface Seen {
  status: number;
  /** Path and query of the page, or its address, after redirects. */
  path: string;
  html: string;
}

/** A browser without scripts that follows redirects, and submits the forms of circles. */
export type FormBrowser = Awaited<ReturnType<typeof openFormBrowser>>;

/** Opens a browser that is signed in as a user, or a browser that is signed out. */
export async function openFormBrowser(site: Site, who: Caller) {
  const guest = new Guest(site);
  if (who !== 'nobody') await guest.signIn(who);
  async function open(path: string, form?: Record<string, string>): Promise<Seen> {
    const { status, location, html } = await guest.open(path, form);
    // The pages encode punctuation, so that WordPress's filters do not change it.
    const plain = html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    return location === null ? { status, path, html: plain } : open(location);
  }
  function find(from: Seen, act: string, about: string) {
    const button = act === '' ? ' name="open"' : `name="largesse-circle" value="${act}"`;
    for (const [form] of from.html.matchAll(/<form\b.*?<\/form>/gs))
      if (form.includes(button) && decoded(form).includes(about)) return formIn(form) ?? { address: '', fields: {} };
    throw new Error(`No form ${act} ${about} on ${from.path}`);
  }
  return {
    open: (path: string) => open(path),
    /**
     * Sends a form of a page.
     * @param act value of the form's field `largesse-circle`; empty for the button "Continue"
     * @param about text in the form, if the page has several forms with this act
     * @throws if the page has no such form
     */
    send: (from: Seen, act: string, typed: Record<string, string> = {}, about = '') => {
      const { address, fields } = find(from, act, about);
      return open(address, { ...fields, ...typed });
    },
  };
}
