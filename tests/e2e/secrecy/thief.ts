import { decoded, type Form, Guest, type Seen } from '../wordpress/guest.ts';
import type { Caller } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';
import { type Declared, type Door, doorOf, formsIn, type ShownForm } from './doors.ts';

/** Name of the field with the id of a form. */
export const ENTRY = 'entry';

/** Most pages that a thief opens. A walk that needs more has begun to go in circles. */
const MOST_PAGES = 300;

/** A key, with or without the number of a list. */
const KEY = /^(\d+x)?([0-9a-f]{32}|[0-9a-f]{64})$/i;

/** Checks whether a genuine value is an id, a version, a signature or a key. */
const isId = (text: string): boolean => /^[0-9a-f-]{10,}$/i.test(text) || /^\d+$/.test(text) || KEY.test(text);

/** Returns an id in the form of a genuine value. */
function shaped(id: string, genuine: string): string {
  const [, number = '', key = ''] = KEY.exec(genuine) ?? [];
  return key === '' ? id : number + id.replaceAll('-', '').repeat(2).slice(0, key.length);
}

/** Checks whether a genuine value names something, or several things; other values get only one of the ids. */
const isName = (field: string, text: string): boolean =>
  /^[0-9a-f-]{32,}(?:,[0-9a-f-]{32,})*$/i.test(text) && !/^(?:token|mark)$/.test(field);

/** Id in the name of a field, such as `was[ID]`. */
const IN_NAME = /\[([0-9a-f-]{32,})\]/i;

const same = (one: string, other: string): boolean =>
  one.replaceAll('-', '').toLowerCase() === other.replaceAll('-', '');

/** A list that a thief opens. */
interface Opened {
  id: number;
  path: string;
  items: number[];
}

/** A visitor with a browser, who checks each answer, and sends all forms that it finds with ids in their fields. */
export class Thief {
  readonly who: Guest;
  readonly name: Caller;
  /** Names of the doors whose forms were sent. */
  readonly filled = new Set<string>();
  /** Names of the cookies that the site has set. */
  readonly cookies = new Set<string>();
  /** Number of requests. */
  sent = 0;
  readonly #site: Site;
  readonly #declared: Declared;
  readonly #check: (what: string, text: string) => void;
  readonly #avoided: RegExp;
  readonly #forms = new Map<string, [Door, ShownForm]>();
  #looked = '';

  /**
   * @param avoided addresses of forms with which a visitor may change promises of others
   * @param check gets a description of each request, and the text of the answer
   */
  constructor(
    site: Site,
    name: Caller,
    declared: Declared,
    avoided: RegExp,
    check: (what: string, text: string) => void,
  ) {
    this.who = new Guest(site);
    this.name = name;
    this.#site = site;
    this.#declared = declared;
    this.#avoided = avoided;
    this.#check = check;
  }

  /** Returns one form of each door that a page has offered. */
  forms(): ShownForm[] {
    const first = new Map([...this.#forms.values()].toReversed().map(([{ name }, form]) => [name, form]));
    return [...first.values()];
  }

  async open(address: string, form?: Record<string, string>): Promise<Seen> {
    this.sent++;
    const seen = await this.who.open(address, form);
    for (const cookie of seen.cookies) this.cookies.add(cookie.split('=')[0] ?? '');
    this.#check(
      `${this.name} ${address} ${JSON.stringify(form ?? {})}`,
      decoded(`${seen.html} ${seen.location} ${seen.cookies.join(' ')}`),
    );
    return seen;
  }

  /**
   * Opens the pages of lists that the declared doors name, and all pages and files of these lists to which they link.
   * Remembers their forms.
   * @param begun answers with forms
   * @param paths further pages
   * @param note gets each answer: its kind, and its text
   */
  async walk(
    begun: readonly Seen[],
    lists: readonly Opened[],
    paths: readonly string[],
    note: (kind: string, text: string) => void,
  ): Promise<void> {
    const own = new Set(['/', '/my-registries/', ...lists.map(({ path }) => path)]);
    const last = lists.at(-1) ?? { id: 0, path: '/' };
    const mine = this.name === 'nobody' ? [] : ['/my-registries/', `/my-registries/?registry=${last.id}`];
    const pages = this.#declared.doors.flatMap(({ page }) => (page ? [page] : []));
    const waiting = [
      ...lists.map(({ path }) => path),
      ...mine,
      ...paths,
      ...pages.flatMap((page) => [
        ...[last.path, '/'].map((path) => `${path}?${page}=1`),
        ...mine.map((path) => `${path}${path.includes('?') ? '&' : '?'}${page}=edit`),
      ]),
    ];
    const known = new Set(waiting.map(shapeOf));
    const look = (seen: Seen, path: string) => {
      this.#find(seen.html, path);
      for (const link of linksOf(seen.html, this.#site.url)) {
        const shape = shapeOf(link);
        const { pathname } = new URL(link, this.#site.url);
        if (own.has(pathname) && !known.has(shape) && !link.includes('_wpnonce')) {
          known.add(shape);
          waiting.push(link);
        }
      }
    };
    for (const seen of begun) look(seen, lists[0]?.path ?? '/');
    for (let next = waiting.shift(), n = 0; next !== undefined; next = waiting.shift(), n++) {
      if (n > MOST_PAGES) throw new Error(`${this.name} walks in circles: ${next}`);
      const seen = await this.open(next);
      note((seen.headers.get('content-type') ?? '').split(';')[0] ?? '', decoded(seen.html));
      look(seen, next);
    }
  }

  /** Remembers the forms of a page, one of each shape. */
  #find(html: string, path: string): void {
    for (const shown of formsIn(html)) {
      const form = { ...shown, address: shown.address || path };
      const door = doorOf(form, this.#declared.doors);
      const button = form.fields[door?.button ?? ''];
      const names = Object.keys(form.fields).map((name) => name.replace(IN_NAME, '[]'));
      const shape = `${door?.name} ${button} ${names.toSorted().join()}`;
      if (door && !this.#avoided.test(form.address) && !this.#forms.has(shape)) this.#forms.set(shape, [door, form]);
    }
  }

  /** Sends a form, and then the forms of the answer that contain the id: with its signature, if it got one. */
  async #send({ address, fields }: Form, id: string): Promise<void> {
    const seen = await this.open(address, fields);
    const again = formsIn(seen.html).filter((form) => Object.values(form.fields).some((text) => same(text, id)));
    for (const form of again) {
      await this.open(form.address || address, form.fields);
      await this.open(form.address || address, { ...form.fields, giver_email: 'wrong@' });
    }
  }

  /**
   * Sends each form with ids in each of its fields, and presses the buttons of each door with each id.
   * @param promised ids for each field
   * @param others ids for each door; each field gets the next of them
   * @param after runs after each door
   */
  async pressAll(
    promised: readonly string[],
    others: readonly string[],
    after: (door: string) => Promise<void>,
  ): Promise<void> {
    const [first = ''] = promised;
    let turn = 0;
    const some = () => [...promised, others[turn++ % others.length] ?? first];
    for (const [door, form] of this.#forms.values()) {
      this.filled.add(door.name);
      const fixed = [door.field, door.button, '_wpnonce'];
      const fields = Object.entries(form.fields).filter(([field]) => field === ENTRY || !fixed.includes(field));
      const texts = fields.filter(([, text]) => !isId(text)).map(([field]) => [field, first]);
      await this.#send({ ...form, fields: { ...form.fields, ...Object.fromEntries(texts) } }, first);
      for (const [field, text] of [...fields, ...Object.entries(form.boxes)])
        for (const id of isName(field, text) ? some() : isId(text) ? [first] : [])
          await this.#send({ ...form, fields: { ...form.fields, [field]: shaped(id, text) } }, id);
      const all = { ...form.fields, ...form.boxes };
      const named = new Set(Object.keys(all).flatMap((field) => IN_NAME.exec(field)?.[1] ?? []));
      for (const genuine of [...named].slice(0, 1))
        for (const id of some()) {
          const renamed = Object.entries(all).map(([field, text]) => [field.replace(genuine, id), text]);
          await this.#send({ ...form, fields: Object.fromEntries(renamed) }, id);
        }
    }
    const ids = [...promised, ...others];
    for (const door of this.#declared.doors) {
      const [, form] = [...this.#forms.values()].find(([one]) => one === door) ?? [];
      if (!form && !door.isLink) continue;
      const address = form?.address ?? '/';
      const fields = Object.entries(form?.fields ?? {});
      const buttons = [...door.texts, ''];
      for (let n = 0; n < Math.max(buttons.length, ids.length); n++) {
        const id = ids[n % ids.length] ?? '';
        const button = buttons[n % buttons.length];
        const all = fields.map(([field, text]) => [
          field,
          isId(text) && field !== '_wpnonce' ? shaped(id, text) : text,
        ]);
        const sent = { [door.field]: id.replaceAll('-', ''), ...Object.fromEntries(all), [ENTRY]: id };
        await this.#send({ address, fields: button ? { ...sent, [door.button]: button } : sent }, id);
      }
      await after(door.name);
    }
  }

  /** Opens the pages that show a visitor's own promises, if the browser has got other cookies since. */
  async look(lists: readonly Opened[], id: string): Promise<void> {
    const names = [...this.who.cookies.keys()].filter((name) => name.startsWith('largesse_')).join();
    if (names === this.#looked) return;
    this.#looked = names;
    for (const { path, items } of lists)
      for (const query of ['giving=1', `give=${items[0]}`, `own-gifts=${id}`, 'present=1', 'shares=1'])
        await this.open(`${path}?${query}`);
    await this.open('/?my-gifts=1');
  }
}

/** Returns the paths to which a page of a site links. */
const linksOf = (html: string, site: string): string[] =>
  [...html.matchAll(/\shref="([^"]+)/g)]
    .map(([, link = '']) => new URL(decoded(link), site))
    .filter(({ origin }) => origin === new URL(site).origin)
    .map(({ pathname, search }) => pathname + search);

/** Returns the same text for addresses that differ only in ids. */
function shapeOf(link: string): string {
  const { pathname, searchParams } = new URL(link, 'http://site.example');
  const values = [...searchParams].map(([name, value]) => `${name}=${isId(value) ? '#' : value}`);
  return `${pathname} ${values.toSorted().join()}`;
}
