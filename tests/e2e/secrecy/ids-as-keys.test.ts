// Needs a service and site: sends ids of promises to all forms, links, routes and operations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { ask, decoded, type Form, Guest, type Seen } from '../wordpress/guest.ts';
import { type Caller, rest } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { type Declared, type Door, declaredIn, doorOf, formsIn } from './doors.ts';
import { idsIn } from './key-probes.ts';

/** Text that only the givers and the service know. */
const CANARY = 'camelopard';

/** Number of ids of other things than promises that the test tries. */
const OTHER_IDS = 1;

/** Visitors who try the ids; recipients and guests of the list, with and without an account. */
const VISITORS = ['nobody', 'stranger'] as const;
type Visitor = (typeof VISITORS)[number];

/**
 * Doors that no page of this test offers to a visitor, and why. Links need no page: the test sends ids as their keys. A
 * new door that is neither here nor on a page fails the test.
 */
const NOT_OFFERED: Record<string, string> = {
  'Managing\\Appearances\\AppearancesPage': 'its page has another parameter, which the test does not open',
  'Managing\\Unlisted\\UnlistedPage': 'its page has another parameter, which the test does not open',
  'Pages\\Owners\\AccountPage': 'its page has another parameter, which the test does not open',
  'Together\\About\\AboutPage': 'its page has another parameter, which the test does not open',
  'Together\\DeliveryAddress\\AddressPage': 'its page has another parameter, which the test does not open',
  'Together\\Digest\\RemindersPage': 'its page has another parameter, which the test does not open',
  'Operation\\Affiliates\\AffiliateForm': 'only for administrators',
  'Pages\\Owners\\AccountForms': 'only for a member with gifts to claim, or without a confirmed address',
  'Pages\\Owners\\GiftsForm': 'only for the owner of a list with visible gifts',
  'People\\Accounts\\SignUpPage': 'the site allows no sign-ups',
  'Together\\Draws\\DrawSection': 'only for members of a circle',
  'Together\\Helpers\\ProposalForms': 'only for a member with a proposal',
  'Together\\Invitations\\OpenedListForm': 'only for a member who has opened a link',
  'Together\\Presents\\AnswerForms': 'only for the owner of a list with suggestions',
  'Together\\Questions\\CircleQuestions': 'only for members of a circle',
  'Together\\Questions\\OwnerAnswers': 'only for the owner of a list with questions',
};

/** Name of the field with the id of a form. */
const ENTRY = 'entry';

/** Checks whether a genuine value is an id, a version or a signature. */
const isId = (text: string) => /^[0-9a-f-]{10,}$/i.test(text) || /^\d+$/.test(text);

/** Checks whether a genuine value names something; other values get only one of the ids. */
const isName = (field: string, text: string) => /^[0-9a-f-]{32,}$/i.test(text) && !/^(?:token|mark)$/.test(field);

interface Operation {
  parameters?: { in: string; name: string; schema?: { type?: string; format?: string } }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
const contract: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } } =
  JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'));

// architecture: Who sees what
describe('an id of a promise that others have read', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  let declared: Declared;
  let list: Shown;
  let own: Shown;
  /** Ids of promises, and of other things that visitors read. */
  let ids: string[];
  let victims: string[];
  /** Keys that only the givers have. */
  let secrets: RegExp;
  let atFirst: string;
  const faults: string[] = [];
  const seenCookies = new Set<string>();

  /** Returns everything that the service and the site store about the victims' promises. */
  async function stored(): Promise<string> {
    const read = async (path: string) => (await t.system.request<{ id: string }[]>('admin', 'GET', path)).body;
    const found = [
      ...(await read(`/purchases?registry_id=${list.id}`)),
      ...(await read(`/ideas?registry_id=${list.id}`)),
      ...(await read(`/ideas?registry_id=${list.id}&audience=owners`)),
      ...(await read(`/shares?registry_id=${list.id}`)),
    ];
    return JSON.stringify(found.filter(({ id }) => victims.includes(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  }

  /** Notes a fault if an answer contains something that only a giver may read. */
  function check(what: string, text: string): void {
    const [found] = secrets.exec(text.toLowerCase()) ?? [];
    if (found) {
      faults.push(`${found}: ${what}`);
    }
  }

  /** A visitor with a browser, who checks each answer and sends the forms in it again. */
  class Thief {
    readonly who = new Guest(site());
    readonly name: Visitor;
    readonly filled = new Set<string>();
    #looked = '';

    constructor(name: Visitor) {
      this.name = name;
    }

    async open(address: string, form?: Record<string, string>): Promise<Seen> {
      const seen = await this.who.open(address, form);
      for (const cookie of seen.cookies) seenCookies.add(cookie.split('=')[0] ?? '');
      check(
        `${this.name} ${address} ${JSON.stringify(form ?? {})}`,
        decoded(`${seen.html} ${seen.location} ${seen.cookies.join(' ')}`),
      );
      return seen;
    }

    /** Sends a form, and then the forms of the answer that contain the id: with its signature, if it got one. */
    async send({ address, fields }: Form, id: string): Promise<void> {
      const seen = await this.open(address, fields);
      const again = formsIn(seen.html).filter((form) => Object.values(form.fields).some((text) => same(text, id)));
      for (const form of again) {
        await this.open(form.address || address, form.fields);
        await this.open(form.address || address, { ...form.fields, giver_email: 'wrong@' });
      }
    }

    /** Opens the pages that show a visitor's own promises, if the browser has got other cookies since. */
    async look(id: string): Promise<void> {
      const names = [...this.who.cookies.keys()].filter((name) => name.startsWith('largesse_')).join();
      if (names === this.#looked) return;
      this.#looked = names;
      const paths = ['giving=1', `give=${list.items[0]}`, `own-gifts=${id}`, 'present=1', 'shares=1'];
      for (const path of paths) await this.open(`${list.path}?${path}`);
      await this.open('/?my-gifts=1');
    }
  }

  const same = (one: string, other: string) => one.replaceAll('-', '').toLowerCase() === other.replaceAll('-', '');

  async function tell(who: Guest, audience: string, name: string): Promise<void> {
    const { html, text } = await who.open(`${list.path}?present=1`);
    const form = formsIn(html).find(({ fields }) => 'largesse-name' in fields) ?? assert.fail(text);
    const typed = { 'largesse-name': name, gives: '1', person: 'Gus', email_for_gift: `${CANARY}@people.example` };
    const sent = await who.open(list.path, { ...form.fields, ...typed, present: 'send', audience });
    assert.equal(sent.status, 303, sent.text);
  }

  async function promise(who: Guest, item: number, message = ''): Promise<Seen> {
    const { html, text } = await who.open(`${list.path}?give=${item}`);
    const form = formsIn(html).find(({ fields }) => 'giver_email' in fields) ?? assert.fail(text);
    const email = message ? { giver_email: `${message}@people.example` } : {};
    return who.follow(await who.open(form.address, { ...form.fields, message, giver_name: 'Gus', ...email }));
  }

  before(async () => {
    declared = await declaredIn(site());
    await run(
      `foreach ( array( 'largesse_gifts_per_address', 'largesse_gifts_per_registry' ) as $name ) { update_option( $name, '100000' ); }`,
    );
    const wishes = [{ name: 'Globe', quantity_needed: 900 }, { name: 'Piano', price: 900_000 }, { name: 'Kite' }];
    list = await t.registry({ title: 'Attacked', meta: { registry_surprise: 'hidden' } }, wishes);
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, list.id);
    const id = Number(
      await run(
        `wp_set_current_user( $input ); echo wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'Own', 'post_status' => 'publish' ) );`,
        site().users.stranger.id,
      ),
    );
    own = { id, path: (await run('echo get_permalink( $input );', id)).replace(site().url, ''), items: [] };
    const guest = new Guest(site());
    await promise(guest, list.items[0] ?? 0, CANARY);
    const member = new Guest(site());
    await member.signIn('invitee');
    await promise(member, list.items[0] ?? 0, CANARY);
    await tell(guest, 'guests', 'Told');
    for (const name of ['Waiting', 'Accepted']) await tell(guest, 'owners', name);
    await run(ACCEPT, list.id);
    await run(SHARE, { list: list.id, item: list.items[1], email: `${CANARY}@people.example` });
    // A page for givers turns the promise of the accepted wish into a gift.
    await guest.open(`${list.path}?giving=1`);
    victims = JSON.parse(await run(PROMISES, list.id));
    assert.equal(victims.length, 6, 'two gifts, an idea, two suggestions and a part');
    const made = JSON.parse(await run(KEYS, { list: list.id, ids: victims }));
    secrets = new RegExp([CANARY, ...made].join('|'));
    atFirst = await stored();
    assert.match(atFirst, new RegExp(CANARY));
    const read: string[] = [];
    for (const who of ['nobody', 'stranger', 'owner'] as const) {
      for (const path of [`${list.path}`, `${list.path}?present=1`, `/my-registries/?registry=${list.id}`])
        read.push(...idsIn((await ask(site(), path, { who })).html));
      if (who !== 'nobody')
        for (const path of [`/registries/${list.id}/purchases`, `/events?registry_id=${list.id}`])
          read.push(...idsIn(JSON.stringify((await t.system.request(who, 'GET', path)).body)));
    }
    const others = [...new Set(read)].filter((one) => !victims.includes(one));
    assert.ok(others.length > 0);
    // The second id is of another gift.
    ids = [...victims.slice(0, 1), ...victims.slice(2), ...others.slice(0, OTHER_IDS)];
  });

  for (const name of VISITORS)
    it(`opens and changes nothing in any field or button of the forms for ${name === 'nobody' ? 'guests' : 'members'}`, async () => {
      const thief = new Thief(name);
      if (name !== 'nobody') await thief.who.signIn(name);
      const pages = new Set([
        ...['', '?giving=1', ...list.items.map((item) => `?give=${item}`)].map((query) => list.path + query),
        ...declared.doors.flatMap(({ field, name: door }) =>
          door.startsWith('Pages\\Owners') || name !== 'nobody'
            ? [
                `${list.path}?${field}=1`,
                `/my-registries/?registry=${own.id}&${field}=edit`,
                `/my-registries/?${field}=edit`,
              ]
            : [`${list.path}?${field}=1`, `/?${field}=1`],
        ),
        ...(name === 'nobody' ? [] : [`/my-registries/?registry=${own.id}`, '/my-registries/', '/?my-gifts=1']),
      ]);
      const forms = new Map<string, [Door, Form]>();
      const add = (html: string, path: string) => {
        for (const shown of formsIn(html)) {
          const form = { ...shown, address: shown.address || path };
          const door = doorOf(form, declared.doors);
          const button = form.fields[door?.button ?? ''];
          const shape = `${door?.name} ${button} ${Object.keys(form.fields).toSorted().join()}`;
          // A guest may give the whole wish, which ends its parts.
          const isOfParts = new RegExp(`[?&]give=${list.items[1]}\\b`).test(form.address);
          if (door && !isOfParts && !forms.has(shape)) forms.set(shape, [door, form]);
        }
      };
      const gift = await promise(thief.who, list.items[0] ?? 0);
      add(gift.html, list.path);
      for (const path of pages) add((await thief.open(path)).html, path);
      for (const [door, form] of forms.values()) {
        thief.filled.add(door.name);
        const fixed = [door.field, door.button, '_wpnonce'];
        const fields = Object.entries(form.fields).filter(([field]) => field === ENTRY || !fixed.includes(field));
        const texts = fields.filter(([, text]) => !isId(text)).map(([field]) => [field, ids[0] ?? '']);
        await thief.send({ ...form, fields: { ...form.fields, ...Object.fromEntries(texts) } }, ids[0] ?? '');
        for (const [field, text] of fields)
          for (const id of isName(field, text) ? ids : isId(text) ? ids.slice(0, 1) : [])
            await thief.send({ ...form, fields: { ...form.fields, [field]: id } }, id);
      }
      for (const door of declared.doors) {
        const [, form] = [...forms.values()].find(([one]) => one === door) ?? [];
        if (!form && !door.isLink) continue;
        const address = form?.address ?? list.path;
        const fields = Object.entries(form?.fields ?? {});
        for (const [index, button] of [...door.texts, ''].entries()) {
          const id = ids[index % ids.length] ?? '';
          const all = fields.map(([field, text]) => [field, isId(text) && field !== '_wpnonce' ? id : text]);
          const sent = { [door.field]: id.replaceAll('-', ''), ...Object.fromEntries(all), [ENTRY]: id };
          await thief.send({ address, fields: button ? { ...sent, [door.button]: button } : sent }, id);
        }
        await thief.look(ids[0] ?? '');
        if ((await stored()) !== atFirst) {
          faults.push(`${name} has changed a promise with ${door.name}`);
        }
      }
      filled.push(thief.filled);
      assert.deepEqual(faults.slice(0, 20), []);
    });
  const filled: Set<string>[] = [];

  it('has been sent to each form that the plugin declares', () => {
    const found = new Set(filled.flatMap((one) => [...one]));
    const missing = declared.doors.filter(({ name, isLink }) => !isLink && !found.has(name)).map(({ name }) => name);
    assert.deepEqual(missing.toSorted(), Object.keys(NOT_OFFERED).toSorted());
    const isKnown = (cookie: string) => declared.cookies.some((one) => cookie.startsWith(one));
    assert.deepEqual(
      [...seenCookies].filter((cookie) => cookie.startsWith('largesse_') && !isKnown(cookie)),
      [],
      'cookies that no class declares',
    );
  });

  it('opens nothing as a parameter, cookie or header of a page', async () => {
    for (const [index, parameter] of declared.parameters.entries()) {
      const id = ids[index % ids.length] ?? '';
      const hex = id.replaceAll('-', '');
      const shapes = [id, hex, `${list.id}x${hex}`, `${list.id}x${hex}${hex}`];
      for (const [at, shape] of shapes.entries()) {
        const who = [...VISITORS, 'owner' as const][(index + at) % 3];
        const address = `${at % 2 ? list.path : '/'}?gift-of=${victims[0]}&${parameter}=${shape}`;
        const { html, location } = await ask(site(), address, { ...(who && { who }) });
        check(`${who} ${address}`, decoded(`${html} ${location}`));
      }
    }
    for (const id of ids) {
      const hex = id.replaceAll('-', '');
      const values = [hex, `${id}.${hex}`, `${list.id}.${list.items[0]}.shown.${hex}`, `a${id}.g${id}.${hex}`];
      for (const value of values) {
        const cookie = declared.cookies
          .flatMap((name) => [name, `${name}${list.id}`, `${name}${id}`].map((one) => `${one}=${value}`))
          .join('; ');
        const headers = {
          ...{ authorization: `Bearer ${id}`, 'x-api-key': id, 'x-wp-nonce': hex, 'idempotency-key': id },
          ...{ 'if-match': `"${id}"`, 'if-none-match': `"${id}"` },
        };
        for (const path of ['?giving=1', `?give=${list.items[0]}`, '?present=1', '?shares=1'])
          check(`cookies ${value} ${path}`, (await ask(site(), list.path + path, { cookie, headers })).html);
      }
    }
    assert.equal(await stored(), atFirst);
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens and changes nothing through the routes of the plugin', async () => {
    const answers = new Set<string>();
    for (const { method, path, args } of declared.routes)
      for (const who of ['nobody', 'stranger'] satisfies Caller[])
        for (const id of who === 'nobody' ? ids.slice(0, 1) : ids) {
          const value = (name: string, type: string): unknown =>
            name === 'item'
              ? list.items[0]
              : /integer|number/.test(type)
                ? list.id
                : /array/.test(type)
                  ? [id]
                  : /boolean/.test(type)
                    ? true
                    : /object/.test(type)
                      ? { id }
                      : id;
          const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => String(value(name, args[name] ?? '')));
          const isInPath = (name: string) => path.includes(`{${name}}`);
          const body = Object.fromEntries(
            Object.entries(args).flatMap(([name, type]) => (isInPath(name) ? [] : [[name, value(name, type)]])),
          );
          const query =
            method === 'GET'
              ? `?${new URLSearchParams(Object.entries(body).map(([key, sent]): [string, string] => [key, String(sent)]))}`
              : '';
          const headers = { 'if-match': `"${id}"`, 'idempotency-key': id };
          const address = `/wp-json/largesse/v1${filledPath}`;
          const sent = method === 'GET' ? undefined : body;
          const answer = await rest<object>(site(), who, method, address + query, sent, headers);
          check(`${who} ${method} ${address}`, JSON.stringify(answer.body ?? ''));
          answers.add(`${method} ${path}`);
        }
    assert.equal(answers.size, new Set(declared.routes.map(({ method, path }) => `${method} ${path}`)).size);
    assert.equal(await stored(), atFirst);
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens and changes nothing through the operations of the service', async () => {
    const resolved = ({ $ref, ...schema }: Schema): Schema =>
      $ref ? (contract.components.schemas[$ref.split('/').at(-1) ?? ''] ?? assert.fail($ref)) : schema;
    const sample = (given: Schema, name: string, id: string): unknown => {
      const schema = resolved(given);
      const [first] = schema.anyOf ?? schema.oneOf ?? [];
      const type = [schema.type ?? []].flat()[0];
      if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => sample(one, name, id)));
      if (first) return sample(first, name, id);
      if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
      if (schema.properties)
        return Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, sample(one, key, id)]));
      if (type === 'array') return schema.items ? [sample(schema.items, name, id)] : [];
      if (type === 'integer' || type === 'number') return name === 'item_id' ? list.items[0] : list.id;
      if (type === 'boolean') return true;
      if (schema.format === 'email') return `${id.replaceAll('-', '')}@people.example`;
      return id;
    };
    for (const [path, methods] of Object.entries(contract.paths))
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods))
        for (const who of [null, 'stranger', 'owner'] satisfies (TestUser | null)[]) {
          // Owners may change their own list; only their reads must show nothing.
          if (who === 'owner' && method !== 'get') continue;
          for (const id of ids) {
            const at = (kind: string) =>
              parameters
                .filter((one) => one.in === kind)
                .map(({ name, schema }): [string, string] => [name, String(sample(schema ?? {}, name, id))]);
            const inPath = new Map(at('path'));
            const address = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? assert.fail(name));
            const query = at('query').filter(([name]) => !['wait', 'skip', 'limit', 'view', 'reader'].includes(name));
            const body = sample(requestBody?.content['application/json']?.schema ?? {}, '', id);
            for (const asked of query.length > 0 ? [`?${new URLSearchParams(query)}`, ''] : ['']) {
              const headers = Object.fromEntries(at('header').filter(([name]) => name !== 'prefer'));
              const sending = requestBody ? { body, headers } : { headers };
              const answer = await t.system.request(who, method.toUpperCase(), address + asked, sending);
              check(`${who} ${method} ${address}${asked}`, JSON.stringify(answer.body ?? ''));
            }
          }
        }
    assert.equal(await stored(), atFirst);
    assert.deepEqual(faults.slice(0, 20), []);
  });
});

const ACCEPT = `
  wp_set_current_user( get_post( $input )->post_author );
  $one = array_values( array_filter( Largesse\\Together\\Presents\\StoredSuggestions::of( $input )->open(), static fn ( $one ) => 'Accepted' === $one->name() ) )[0];
  Largesse\\Services::get( Largesse\\Together\\Presents\\Answers::class )->accept( get_post( $input ), Largesse\\Together\\Presents\\StoredSuggestions::handle( $one ), $one->fields );
  do_action( 'largesse_suggestions' );`;

const SHARE = `
  $put = Largesse\\Services::get( Largesse\\Together\\Shares\\StoredShares::class )->put(
    get_post( $input['list'] ),
    wp_generate_uuid4(),
    array( 'item_id' => $input['item'], 'amount' => 50000.0, 'giver_name' => 'Gus', 'giver_email' => $input['email'], 'ends_at' => gmdate( 'Y-m-d\\\\TH:i:s\\\\Z', time() + WEEK_IN_SECONDS ) ),
    array( 'is_new' => true )
  );
  if ( is_wp_error( $put ) ) { throw new Exception( wp_json_encode( $put ) ); }`;

const PROMISES = `
  $client = Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class );
  $query  = array( 'registry_id' => $input );
  echo wp_json_encode( array_column( array_merge( $client->list_purchases( $query ), $client->list_ideas( $query ), $client->list_ideas( $query + array( 'audience' => 'owners' ) ), $client->list_shares( $query ) ), 'id' ) );`;

const KEYS = `
  $keys = array();
  foreach ( $input['ids'] as $id ) {
    $keys[] = Largesse\\Promises\\Giving\\GiftLink::parameters( $id )[ Largesse\\Promises\\Giving\\GiftLink::KEY ];
    $keys[] = substr( Largesse\\Together\\Shares\\ShareLink::token( $input['list'], $id ), -32 );
  }
  echo wp_json_encode( $keys );`;
