// Needs a service and site: sends ids of promises to all forms, links, routes and operations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inLanes } from '../../support/lanes.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { addItem } from '../plugin/connected.ts';
import { deliver, sendNews } from '../plugin/mailing-site.ts';
import { ask, decoded, Guest, type Seen } from '../wordpress/guest.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { type Caller, rest } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { type Declared, declaredIn, formsIn } from './doors.ts';
import { idsIn } from './key-probes.ts';
import { subscribe } from './side-channels.ts';
import { ENTRY, Thief } from './thief.ts';

/** Text that only the givers and the service know. */
const CANARY = 'camelopard';

/**
 * People who try the ids: a guest, a member who owns other lists and may see other people’s, and the owner of a list
 * with secret promises.
 */
const VISITORS = ['nobody', 'stranger', 'owner'] as const satisfies Caller[];

/** Doors that no page of this test offers to these people, and why. A new door that is on no page fails the test. */
const NOT_OFFERED: Record<string, string> = {
  'Operation\\Affiliates\\AffiliateForm': 'only for administrators, who see every promise',
};

/** Files of a list for its owners, and their page, as parameters of My registries. */
const FILES = ['export=json', 'export=csv', 'export=html', 'gifts=csv', 'gifts=list'];

/** Number of requests at the same time. */
const LANES = 3;

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
const contract: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { in?: string; name?: string }> };
} = JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'));

// architecture: Who sees what
describe('an id of a promise that others have read', () => {
  const t = openForSuite(openAttackedSite);
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  let declared: Declared;
  /** The list of the attacked promises, and a list with such promises whose owner tries the ids. */
  let list: Attacked;
  let watched: Attacked;
  /** Ids of promises of each kind, and of other things that somebody has read. */
  let ids: string[];
  let promised: string[];
  let others: string[];
  /** Keys that only the givers have, and what they have written. */
  let secrets: RegExp;
  let atFirst: string;
  const thieves: Thief[] = [];
  const faults: string[] = [];

  /** Returns everything that the service and the site store about promises. */
  async function stored(of: Attacked): Promise<StoredPromise[]> {
    const read = async (path: string) => (await t.system.request<StoredPromise[]>('admin', 'GET', path)).body;
    const found = await Promise.all([
      read(`/purchases?registry_id=${of.id}`),
      read(`/ideas?registry_id=${of.id}`),
      read(`/ideas?registry_id=${of.id}&audience=owners`),
      read(`/shares?registry_id=${of.id}`),
    ]);
    return found
      .flat()
      .filter(({ id }) => of.victims.includes(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Notes a fault if an answer contains something that only a giver may read. */
  function check(what: string, text: string): void {
    const [found] = secrets.exec(text.toLowerCase()) ?? [];
    if (found) {
      faults.push(`${found}: ${what}`);
    }
  }

  /** Notes a fault if a promise has changed. Owners may delete a wish with its promises, but not change a giver. */
  async function checkStored(what: string): Promise<void> {
    if (JSON.stringify(await stored(list)) !== atFirst) {
      faults.push(`a promise has changed: ${what}`);
    }
    for (const { giver_email, giver_user_id, is_secret, thanked_at } of await stored(watched)) {
      if (is_secret && thanked_at) faults.push(`an owner has thanked for a secret gift: ${what}`);
      if (giver_user_id === site().users.owner.id || !(giver_email ?? CANARY).startsWith(CANARY)) {
        faults.push(`a giver has changed: ${what}`);
      }
    }
  }

  async function tell(who: Guest, of: Shown, audience: string, name: string, email = ''): Promise<void> {
    const { html, text } = await who.open(`${of.path}?present=1`);
    const form = formsIn(html).find(({ fields }) => 'largesse-name' in fields) ?? assert.fail(text);
    const typed = { 'largesse-name': name, gives: '1', person: 'Gus', email_for_gift: email };
    const sent = await who.open(of.path, { ...form.fields, ...typed, present: 'send', audience });
    assert.equal(sent.status, 303, sent.text);
  }

  async function promise(who: Guest, of: Shown, message = ''): Promise<Seen> {
    const { html, text } = await who.open(`${of.path}?give=${of.items[0]}`);
    const form = formsIn(html).find(({ fields }) => 'giver_email' in fields) ?? assert.fail(text);
    const email = message ? { giver_email: `${message}@people.example` } : {};
    return who.follow(await who.open(form.address, { ...form.fields, message, giver_name: 'Gus', ...email }));
  }

  /** Creates a list of the owner with promises of each kind by guests and a member. */
  async function attack(title: string): Promise<Attacked> {
    const wishes = [{ name: 'Globe', quantity_needed: 900 }, { name: 'Piano', price: 900_000 }, { name: 'Kite' }];
    const of = await t.registry({ title, meta: { registry_surprise: 'names' } }, wishes);
    const guest = new Guest(site());
    // The owner sees this gift, and gets the form for thanks.
    await promise(new Guest(site()), of);
    const seen: string[] = JSON.parse(await run(PROMISES, of.id));
    await run(
      `update_post_meta( $input, 'registry_surprise', 'hidden' ); update_post_meta( $input, '_largesse_suggestions', '1' );`,
      of.id,
    );
    await promise(guest, of, CANARY);
    const member = new Guest(site());
    await member.signIn('invitee');
    await promise(member, of, CANARY);
    const email = `${CANARY}@people.example`;
    await tell(guest, of, 'guests', 'Told', email);
    for (const name of ['Waiting', 'Accepted']) await tell(guest, of, 'owners', name, email);
    await run(ACCEPT, of.id);
    await run(SHARE, { list: of.id, item: of.items[1], email });
    // A page for givers turns the promise of the accepted wish into a gift.
    await guest.open(`${of.path}?giving=1`);
    const all: string[] = JSON.parse(await run(PROMISES, of.id));
    const victims = all.filter((id) => !seen.includes(id));
    assert.equal(victims.length, 6, 'two gifts, an idea, two suggestions and a part');
    return { ...of, victims };
  }

  /**
   * Creates lists of the stranger with a gift, a suggestion and questions, a circle, and lists that others have opened
   * to them. So each form is on a page.
   */
  async function addOwn(): Promise<Shown> {
    const { stranger, admin, invitee, mailInvitee } = site().users;
    const people = [stranger, admin, invitee, mailInvitee].map(({ id }) => id);
    const made: { own: number; path: string } = JSON.parse(
      await run(OWN, { user: stranger.id, other: admin.id, people }),
    );
    const own = {
      id: made.own,
      path: made.path.replace(site().url, ''),
      items: [await addItem(t.system, made.own, 'Pan', { quantity_needed: 900 })],
    };
    const guest = new Guest(site());
    await promise(guest, own);
    await tell(guest, own, 'owners', 'Lamp');
    await run(ASK, { list: own.id, item: own.items[0] });
    return own;
  }

  before(async () => {
    declared = await declaredIn(site());
    await run(
      `foreach ( array( 'largesse_gifts_per_address', 'largesse_gifts_per_registry' ) as $name ) { update_option( $name, '100000' ); }
       update_option( 'users_can_register', 1 );`,
    );
    list = await attack('Attacked');
    watched = await attack('Watched');
    const own = await addOwn();
    const all = [...list.victims, ...watched.victims];
    const keys = [list, watched].map(async ({ id, victims }) =>
      JSON.parse(await run(KEYS, { list: id, ids: victims })),
    );
    secrets = new RegExp([CANARY, ...(await Promise.all(keys)).flat()].join('|'));
    atFirst = JSON.stringify(await stored(list));
    assert.match(atFirst, new RegExp(CANARY));

    /** All ids that somebody has read, by their place: the kind of answer, and the form of the id. */
    const read = new Map<string, Set<string>>();
    const note = (kind: string, text: string) => {
      for (const id of idsIn(text)) {
        const place = `${kind}, ${id.length} characters`;
        read.set(place, (read.get(place) ?? new Set()).add(id));
      }
    };
    // A guest may give a whole wish, which ends its parts.
    const avoided = new RegExp(`[?&]give=(?:${list.items[1]}|${watched.items[1]})\\b`);
    const starts = { nobody: list, stranger: own, owner: watched };
    await Promise.all(
      VISITORS.map(async (name) => {
        const thief = new Thief(site(), name, declared, avoided, check);
        thieves.push(thief);
        // A gift of this browser, which a member may then add to the account.
        const gift = await promise(thief.who, name === 'owner' ? own : list);
        if (name !== 'nobody') await thief.who.signIn(name);
        const forms = name === 'owner' ? [] : list.items.map((item) => `${list.path}?give=${item}`);
        const files = FILES.map((file) => `/my-registries/?registry=${starts[name].id}&${file}`);
        await thief.walk(
          [gift],
          [...new Set([list, starts[name]])],
          [...forms, ...files, `${list.path}?calendar=1`],
          note,
        );
        if (name === 'nobody') return;
        for (const { id } of [list, starts[name]])
          for (const [kind, path] of [
            ['gifts', `/registries/${id}/purchases`],
            ['events', `/events?registry_id=${id}`],
            ['items', `/registries/${id}/items`],
          ] as const)
            note(kind, (await t.system.request(name, 'GET', path)).text);
      }),
    );
    const { owner, stranger, invitee } = site().users;
    await subscribe(site(), [owner.id, stranger.id, invitee.id], new Map([[list.id, [stranger.id]]]));
    await addItem(t.system, list.id, 'Lately');
    await run(`do_action( 'largesse_daily_reminders' );`);
    await sendNews(site());
    const mails = [
      ...(await deliver({ site: site(), office: t.office })),
      ...(await deliver({ site: site(), office: t.office })),
    ];
    assert.ok(mails.length > 0);
    for (const { recipients, source, text, html } of mails) {
      note('mail', decoded(`${source} ${text} ${html}`));
      // Only givers get their own links.
      if (!recipients.some((one) => one.startsWith(CANARY) || one === site().users.invitee.email))
        check(`a mail to ${recipients}`, decoded(`${source} ${text} ${html}`));
    }
    for (const address of [...Object.values(site().users).map(({ email }) => email), `${CANARY}@people.example`])
      note('personal data', await run(EXPORT, address));
    // The second id is of another gift.
    promised = list.victims.filter((_, n) => n !== 1);
    // The test tries one other id of each place, because the same code has made the rest.
    const chosen = new Set<string>();
    for (const found of read.values()) {
      const other = [...found].find((id) => !all.includes(id) && !chosen.has(id));
      if (other) chosen.add(other);
    }
    const places = [...read].map(([place, { size }]) => `${size} in ${place}`);
    console.log(`ids as keys: ${places.join('; ')}; tries ${chosen.size} of them`);
    for (const kind of ['text/html', 'mail', 'personal data', 'events'])
      assert.ok(
        [...read.keys()].some((place) => place.startsWith(kind)),
        `no id of ${kind}`,
      );
    others = [...chosen];
    ids = [...promised, ...others];
  });

  describe('as a visitor', { concurrency: VISITORS.length }, () => {
    for (const name of VISITORS)
      it(`opens and changes nothing in any field or button of the forms for ${name}`, async () => {
        const thief = thieves.find((one) => one.name === name) ?? assert.fail();
        const tried = name === 'owner' ? [...watched.victims, ...promised.slice(0, 1)] : promised;
        await thief.pressAll(tried, others, async (door) => {
          await thief.look([list, watched], tried[0] ?? '');
          await checkStored(`${name} with ${door}`);
        });
        assert.deepEqual(faults.slice(0, 20), []);
      });
  });

  it('has been sent to each form that the plugin declares', () => {
    console.log(`ids as keys: ${thieves.map(({ name, sent }) => `${sent} requests of ${name}`).join(', ')}`);
    const found = new Set(thieves.flatMap(({ filled }) => [...filled]));
    const missing = declared.doors.filter(({ name, isLink }) => !isLink && !found.has(name)).map(({ name }) => name);
    assert.deepEqual(missing.toSorted(), Object.keys(NOT_OFFERED).toSorted());
    const isKnown = (cookie: string) => declared.cookies.some((one) => cookie.startsWith(one));
    assert.deepEqual(
      thieves
        .flatMap(({ cookies }) => [...cookies])
        .filter((cookie) => cookie.startsWith('largesse_') && !isKnown(cookie)),
      [],
      'cookies that no class declares',
    );
  });

  it('opens nothing as a parameter or cookie of a page', async () => {
    const asked = declared.parameters.flatMap((parameter, index) =>
      [...promised, others[index % others.length] ?? ''].flatMap((id, n) => {
        const hex = id.replaceAll('-', '');
        // Keys have 32 digits. Other forms are tried with some ids.
        const shapes = [id, `${list.id}x${hex}`, `${list.id}x${hex}${hex}`];
        return [hex, shapes[(index + n) % shapes.length] ?? ''].map((shape) => ({ id, parameter, shape }));
      }),
    );
    await inLanes(LANES, asked, async ({ id, parameter, shape }, index) => {
      const who = VISITORS[index % VISITORS.length];
      const address = `${index % 2 ? list.path : '/'}?gift-of=${id}&${parameter}=${shape}`;
      const { html, location } = await ask(site(), address, { ...(who && { who }) });
      check(`${who} ${address}`, decoded(`${html} ${location}`));
    });
    await inLanes(LANES, ids, async (id) => {
      const hex = id.replaceAll('-', '');
      const values = [hex, `${id}.${hex}`, `${list.id}.${list.items[0]}.shown.${hex}`, `a${id}.g${id}.${hex}`];
      for (const value of values) {
        const cookie = declared.cookies
          .flatMap((name) => [name, `${name}${list.id}`, `${name}${id}`].map((one) => `${one}=${value}`))
          .join('; ');
        const paths = ['?giving=1', `?give=${list.items[0]}`, '?present=1', '?shares=1'];
        for (const path of promised.includes(id) ? paths : paths.slice(0, 1))
          check(`cookies ${value} ${path}`, (await ask(site(), list.path + path, { cookie })).html);
      }
    });
    await checkStored('with a parameter or cookie');
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens and changes nothing in any header of a page or form', async () => {
    const names = headersOf(declared);
    const asked: { address: string; form?: Record<string, string>; thief: Thief }[] = thieves
      .filter(({ name }) => name !== 'owner')
      .flatMap((thief) => [
        ...['?giving=1', '?shares=1'].map((path) => ({ address: list.path + path, thief })),
        ...thief.forms().map(({ address, fields }) => ({ address, form: fields, thief })),
      ]);
    await inLanes(LANES, asked, async ({ address, form, thief }, index) => {
      const cookie = [...thief.who.cookies].map((pair) => pair.join('=')).join('; ');
      for (const id of [...promised, others[index % others.length] ?? '']) {
        const sent = form && { ...form, [ENTRY]: id };
        // A wrong login may end a request before it reads the other headers.
        for (const headers of [
          Object.fromEntries(names.filter((one) => one !== 'authorization').map((one) => [one, id])),
          ...(id === promised[0] ? [{ authorization: `Bearer ${id}`, 'if-match': `"${id}"` }] : []),
        ]) {
          const to = new URL(address, site().url).href;
          const { html, location } = await ask(site(), to, { cookie, form: sent, headers });
          check(`${thief.name} ${address} ${JSON.stringify(headers)}`, decoded(`${html} ${location}`));
        }
      }
    });
    await checkStored('with a header');
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens and changes nothing through the routes of the site', async () => {
    const answers = new Set<string>();
    const asked = declared.routes.flatMap((route, n) =>
      (['nobody', 'stranger', 'owner'] satisfies Caller[]).flatMap((who) =>
        // Owners may change their own list; only their reads must show nothing.
        who === 'owner' && route.method !== 'GET'
          ? []
          : [...promised.slice(0, who === 'nobody' ? 1 : promised.length), others[n % others.length] ?? ''].map(
              (id) => ({ route, who, id }),
            ),
      ),
    );
    await inLanes(LANES, asked, async ({ route: { method, path, args }, who, id }) => {
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
      const headers = Object.fromEntries(
        headersOf(declared)
          .filter((one) => one !== 'authorization')
          .map((one) => [one, id]),
      );
      const address = `/wp-json${filledPath}${query}`;
      const answer = await rest<object>(site(), who, method, address, method === 'GET' ? undefined : body, headers);
      check(`${who} ${method} ${address}`, JSON.stringify(answer.body ?? ''));
      answers.add(`${method} ${path}`);
    });
    assert.equal(answers.size, new Set(declared.routes.map(({ method, path }) => `${method} ${path}`)).size);
    await checkStored('through a route');
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
    const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    await inLanes(LANES, operations, async ({ path, method, parameters = [], requestBody }) => {
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
    });
    await checkStored('through an operation');
    assert.deepEqual(faults.slice(0, 20), []);
  });
});

/** A list with promises that others must not open. */
interface Attacked extends Shown {
  /** Ids of its promises. */
  victims: string[];
}

interface StoredPromise {
  id: string;
  giver_email?: string | null;
  giver_user_id?: number | null;
  is_secret?: boolean;
  thanked_at?: string | null;
}

/** Opens a site that sends its mails to a test server. */
async function openAttackedSite() {
  await using opened = new AsyncDisposableStack();
  const { system, registry } = opened.use(await openGuestSite());
  const office = opened.use(await openPostOffice(system.site));
  const all = opened.move();
  return { system, registry, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Returns the names of all headers that the plugin or the contract declares, and those of WordPress's logins. */
function headersOf({ headers }: Declared): string[] {
  const { paths, components } = contract;
  const ofOperations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'header')),
  );
  const ofKeys = Object.values(components.securitySchemes).filter((one) => one.in === 'header');
  const names = [
    ...headers,
    ...[...ofOperations, ...ofKeys].map(({ name = '' }) => name),
    'authorization',
    'x-wp-nonce',
  ];
  return [...new Set(names.map((one) => one.toLowerCase()))];
}

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

const OWN = `
  use Largesse\\Together\\Circles as C;
  use Largesse\\Together\\Invitations as I;
  $make = static function ( int $author, string $title, string $status = 'publish', array $meta = array() ) {
    wp_set_current_user( $author );
    return wp_insert_post( wp_slash( array( 'post_type' => 'registry', 'post_author' => $author, 'post_title' => $title, 'post_status' => $status, 'meta_input' => $meta ) ) );
  };
  $own = $make( $input['user'], 'Own', 'publish', array( 'registry_surprise' => 'names', '_largesse_suggestions' => '1' ) );
  $make( $input['user'], 'Second' );
  $make( $input['other'], 'Proposed', 'publish', array( '_largesse_proposed_owners' => '["stranger"]' ) );
  $opened = get_post( $make( $input['other'], 'Opened', 'private' ) );
  I\\FamilyLink::replace( $opened );
  I\\OpenedLists::add( I\\LinkVisitor::with_key( $opened, I\\FamilyLink::key( $opened ) ), $input['user'] );
  $people = array();
  foreach ( $input['people'] as $place => $user ) {
    $people[] = new C\\Person( sprintf( '%016d', $place ), get_userdata( $user )->display_name, $user );
  }
  C\\Circles::add( new C\\Circle( str_repeat( 'c', 16 ), 'The family', 1, $people ) );
  echo wp_json_encode( array( 'own' => $own, 'path' => get_permalink( $own ) ) );`;

const ASK = `
  use Largesse\\Together\\Questions as Q;
  foreach ( array( $input['item'], $input['item'], $input['item'], 1, 2 ) as $place => $item ) {
    $asked = Q\\Questions::ask( new Q\\Question( wp_generate_uuid4(), (string) $item, "Which {$place}?", time() - 1 ), (string) $input['list'], array( 'registry' => $input['list'] ) );
    if ( null !== $asked ) { throw new Exception( 'refused' ); }
  }`;

const EXPORT = `
  foreach ( apply_filters( 'wp_privacy_personal_data_exporters', array() ) as $name => $exporter ) {
    for ( $page = 1, $part = array( 'done' => ! str_starts_with( $name, 'largesse' ) ); ! $part['done']; $page++ ) {
      $part = call_user_func( $exporter['callback'], $input, $page );
      if ( is_wp_error( $part ) ) { throw new Exception( $part->get_error_message() ); }
      echo wp_json_encode( $part['data'] );
    }
  }`;
