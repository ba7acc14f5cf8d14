import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { dayFromNow } from '../../../contract/testing/clock.ts';
import { create, logIn } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import type { RepeatableSite, Seen } from './repeatable-site.ts';

/** Owners of registries: a member, the site's administrator, and a co-owner. */
export const OWNERS = ['owner', 'admin', 'invitee'] as const;
export type Owner = (typeof OWNERS)[number];

/** A registry whose surprise level is `hidden`, and its wishes. */
export interface Family {
  registry: number;
  /** Path of the registry's page. */
  path: string;
  items: number[];
  /** Path of another hidden registry of the same author, without co-owners, on which the second wish appears. */
  other: string;
}

/** The site's answer to one request of an owner. */
export interface OwnerAnswer extends Seen {
  /** Kind of the request, for example `page`, `screen` or `route`. */
  kind: string;
  /** Unique description of the request. */
  asked: string;
}

/** Action of a guest. The owner must not notice the action. */
export type GuestAct =
  | { kind: 'give'; item: number; quantity: number; who: 'nobody' | 'stranger'; hasAddress: boolean; isOther?: true }
  | { kind: 'change'; gift: number | 'latest'; quantity: number }
  | { kind: 'buy' | 'unbuy' | 'send' | 'give back'; gift: number | 'latest' }
  /** The guest opens the giver's page. */
  | { kind: 'see'; gift: number | 'latest' }
  /** The guest adds an idea, and gives it. */
  | { kind: 'idea' }
  /** A member promises a part of the last wish. */
  | { kind: 'share'; amount: number };

/** A guest suggests a wish. Only the world with guests contains a promise to give it. */
export type SharedAct = { kind: 'suggest'; wish: string; who: 'nobody' | 'stranger' };

/** Action of the owner, or a run of the site's cron. */
export type OwnerAct =
  | { kind: 'answer'; wish: string; how: 'accept' | 'decline' }
  | { kind: 'edit'; item: number; needed: number }
  | { kind: 'remove'; item: number }
  | { kind: 'have'; item: number; quantity: number }
  | { kind: 'date'; days: number }
  | { kind: 'cron' };

export type Act = GuestAct | SharedAct | OwnerAct;

/** No answer to an owner may contain this text. The text has only letters, because pages print letters unchanged. */
export const CANARY = 'canaryofasecret';

/** Id of a circle whose members can see the lists of all families. The owners and one guest are members. */
export const CIRCLE = 'c'.repeat(16);

/** Wishes of a family; of the last one, only one piece is wanted. */
const ITEMS = 3;

/** Creates a registry for each owner. Signs everyone in, so that a saved state contains their sessions. */
export async function settle(world: RepeatableSite): Promise<Record<Owner, Family>> {
  const { site, api } = world;
  const found = async (owner: Owner): Promise<Family> => {
    const isCoOwner = owner === 'invitee';
    const author = isCoOwner ? 'mailInvitee' : owner;
    const meta = {
      registry_surprise: 'hidden',
      registry_event_type: 'Birthday',
      registry_event_date: dayFromNow(0),
    };
    const registry = await create(site, author, {
      title: `Birthday of the ${owner}`,
      content: 'We are happy about everything.',
      status: 'publish',
      meta: { ...meta, ...(isCoOwner ? { registry_owners: '["invitee"]' } : {}) },
    });
    const other = await create(site, author, { title: `Christmas of the ${owner}`, status: 'publish', meta });
    const items: number[] = [];
    for (let n = 0; n < ITEMS; n++) {
      const item = {
        name: `Wish ${n} of the ${owner}`,
        url: 'https://shop.example/wish',
        price: 10 + n,
        quantity_needed: n < ITEMS - 1 ? 4 : 1,
      };
      const { body } = await api<{ data: { id: number } }>('admin', 'POST', '/items', {
        registry_id: registry,
        ...item,
      });
      items.push(body.data.id);
    }
    await api('admin', 'PUT', `/registries/${other}/appearances/${items[1]}`);
    const address = await site.wordpress.run(
      `$registry = get_post( $input );
       wp_set_current_user( $registry->post_author );
       Largesse\\Together\\DeliveryAddress\\StoredAddress::save( $registry, array( 'Lane 5' ), 0 );
       echo get_permalink( $registry );`,
      registry,
    );
    const otherAddress = await site.wordpress.run('echo get_permalink( $input );', other);
    return { registry, path: address.replace(site.url, ''), items, other: otherAddress.replace(site.url, '') };
  };
  const families = { owner: await found('owner'), admin: await found('admin'), invitee: await found('invitee') };
  await site.wordpress.run(
    `foreach ( $input as $list ) update_post_meta( $list, '_largesse_suggestions', '1' );`,
    OWNERS.map((owner) => families[owner].registry),
  );
  await site.wordpress.run(OPEN_TO_CIRCLE, {
    circle: CIRCLE,
    people: (['owner', 'admin', 'invitee', 'stranger'] as const).map((person) => site.users[person].id),
    lists: OWNERS.map((owner) => families[owner].registry),
  });
  for (const person of ['owner', 'admin', 'invitee', 'stranger'] as const) await logIn(site, person);
  // In the first request after a setup, WordPress does some work that later requests do not repeat. So these requests
  // run before the state is saved.
  const paths = ['/wp-cron.php?doing_wp_cron', ...Object.values(families).map(({ path }) => path)];
  for (const path of paths) await world.ask('nobody', 'GET', path);
  for (const owner of OWNERS) await world.ask(owner, 'GET', '/wp-admin/');
  const { text } = await world.ask('owner', 'GET', `/my-registries/?circle=${CIRCLE}`);
  assert.match(text, /Birthday of the invitee/);
  return families;
}

/**
 * PHP that creates a circle, and makes the lists visible to the circle's members. The first list belongs to the first
 * member, and so on.
 */
const OPEN_TO_CIRCLE = `
  use Largesse\\Together\\Circles as C;
  $people = array_map( static fn ( int $user, int $place ) => new C\\Person( sprintf( '%016d', $place ), get_userdata( $user )->display_name, $user ), $input['people'], array_keys( $input['people'] ) );
  C\\Circles::add( new C\\Circle( $input['circle'], 'The family', 1, $people ) );
  foreach ( $input['lists'] as $place => $list ) {
    C\\OpenLists::open( get_post( $list ), $input['circle'], sprintf( '%016d', $place ) );
  }`;

/** Runs actions on a family's registry. */
export class ActRunner {
  readonly #world: RepeatableSite;
  readonly #owner: Owner;
  readonly #family: Family;
  /** Addresses of the giver's pages, by the number of the gift. Null after the gift was given back. */
  readonly #gifts: (string | null)[] = [];
  /** Number of times that a guest made, promised, changed or gave back a gift. */
  done = 0;
  /** Answers of the site to forms of the owner. */
  readonly told: OwnerAnswer[] = [];

  constructor(world: RepeatableSite, owner: Owner, family: Family) {
    this.#world = world;
    this.#owner = owner;
    this.#family = family;
  }

  /** Runs one action in each minute. @param hasGuests false to skip the actions of guests */
  async all(acts: readonly Act[], hasGuests: boolean): Promise<void> {
    for (const [number, act] of acts.entries()) await this.one(act, (number + 1) * 60_000, 30_000, hasGuests);
  }

  /**
   * Runs one action of a guest or the owner.
   *
   * @param start time of the action (milliseconds after noon)
   * @param typing milliseconds between opening the give form and sending it
   */
  async one(act: Act, start: number, typing: number, hasGuests: boolean): Promise<void> {
    this.#world.at(start);
    if (act.kind === 'suggest') return this.#suggest(act, hasGuests);
    if (!isGuestAct(act)) return this.#asOwner(act, start / 60_000 - 1);
    if (hasGuests) await this.#asGuest(act, start + typing);
  }

  async #asGuest(act: GuestAct, sent: number): Promise<void> {
    if (act.kind === 'give') return this.#give(act, sent);
    if (act.kind === 'idea') {
      const idea = {
        ...{ present: 'send', audience: 'guests', person: CANARY, gives: '1' },
        ...{ 'largesse-name': CANARY, 'largesse-description': CANARY },
      };
      return this.#sendForm('nobody', '?present=1', 'largesse-name', idea);
    }
    if (act.kind === 'share') {
      const share = { shares: 'promise', share_amount: String(act.amount), person: CANARY };
      return this.#sendForm('stranger', `?give=${this.#family.items.at(-1)}`, 'share_amount', share);
    }
    const at = act.gift === 'latest' ? this.#gifts.length - 1 : act.gift % Math.max(1, this.#gifts.length);
    const path = this.#gifts[at];
    if (path == null) return;
    if (act.kind === 'see') {
      await this.#world.ask('nobody', 'GET', path);
      return;
    }
    const fields = { ...BUTTONS[act.kind], ...(act.kind === 'change' && { quantity: String(act.quantity) }) };
    const query = new URL(path, this.#world.site.url).searchParams;
    const answer = await this.#post('nobody', path, { ...Object.fromEntries(query), ...fields });
    assert.ok([303, 409].includes(answer.status), `${act.kind}: ${answer.status} ${answer.text.slice(0, 2000)}`);
    if (answer.status === 303) this.done++;
    if (act.kind === 'give back') this.#gifts[at] = null;
  }

  /** Submits the give form of the page. @param sent time of sending the form (milliseconds after noon) */
  async #give({ item, quantity, who, hasAddress, isOther }: GuestAct & { kind: 'give' }, sent: number): Promise<void> {
    const path = `${isOther ? this.#family.other : this.#family.path}?give=${this.#family.items[item]}`;
    const { text } = await this.#world.ask(who, 'GET', path);
    const hidden = hiddenFields(text, 'name="giver_name"');
    // The page has no form if the wish was removed or has no open pieces.
    if (hidden.entry === undefined) return;
    this.#world.at(sent);
    const given = await this.#post(who, path, {
      ...hidden,
      quantity: String(quantity),
      giver_name: CANARY,
      message: CANARY,
      giver_email: hasAddress ? `${CANARY}@mail.example` : '',
    });
    assert.ok([303, 409].includes(given.status), `give: ${given.status} ${given.text.slice(0, 2000)}`);
    if (given.status !== 303) return;
    this.#gifts.push((given.headers.location ?? '').replace(this.#world.site.url, ''));
    this.done++;
  }

  /** Sends the form of the registry's page that contains a field. */
  async #sendForm(who: TestUser | 'nobody', query: string, field: string, typed: Record<string, string>) {
    const { text } = await this.#world.ask(who, 'GET', this.#family.path + query);
    const added = await this.#post(who, this.#family.path, { ...hiddenFields(text, field), ...typed });
    assert.equal(added.status, 303, added.text.slice(0, 2000));
    this.done++;
  }

  async #suggest({ wish, who }: SharedAct, promises: boolean): Promise<void> {
    const { path } = this.#family;
    const { text } = await this.#world.ask(who, 'GET', `${path}?present=1`);
    const suggestion = { present: 'send', audience: 'owners', 'largesse-name': wish, person: 'Ada' };
    const promise = { gives: '1', email_for_gift: `${CANARY}@mail.example` };
    const form = { ...hiddenFields(text, 'largesse-homepage'), ...suggestion, ...(promises && promise) };
    const sent = await this.#post(who, path, form);
    assert.equal(sent.status, 303, sent.text.slice(0, 2000));
    if (promises) this.done++;
  }

  async #answer({ wish, how }: OwnerAct & { kind: 'answer' }): Promise<void> {
    const page = `/my-registries/?registry=${this.#family.registry}`;
    const { text } = await this.#world.ask(this.#owner, 'GET', page);
    const form = { ...hiddenFields(text, `>${wish}</h3>`), 'largesse-name': wish, 'largesse-suggestion': how };
    const answer = await this.#post(this.#owner, page, form);
    assert.equal(answer.status, 303, answer.text.slice(0, 2000));
    this.told.push({ kind: 'answer', asked: `${how} ${wish} (${this.told.length})`, ...answer });
  }

  async #asOwner(act: OwnerAct, number: number): Promise<void> {
    if (act.kind === 'answer') return this.#answer(act);
    if (act.kind === 'cron') {
      await this.#world.ask('nobody', 'GET', '/wp-cron.php?doing_wp_cron');
      return;
    }
    const path = `/registries/${this.#family.registry}`;
    const { version, items } = JSON.parse((await this.#world.rest(this.#owner, 'GET', path)).text).registry;
    if (act.kind === 'date') return this.#send('PATCH', path, { version, reveal_date: dayFromNow(act.days) });
    const id = this.#family.items[act.item];
    const item: { version: string } | undefined = items.find((one: { id: number }) => one.id === id);
    if (item === undefined) return;
    if (act.kind === 'remove') return this.#send('DELETE', `${path}/items/${id}`);
    if (act.kind === 'have')
      return this.#send('POST', `${path}/items/${id}/have`, {
        purchase: uuidOf(`have ${number}`),
        quantity: act.quantity,
      });
    return this.#send('PATCH', `${path}/items/${id}`, { version: item.version, quantity_needed: act.needed });
  }

  /** Sends a request in the same way as the owner's page does. The site may refuse the request. */
  async #send(method: string, path: string, body: object = {}): Promise<void> {
    const answer = await this.#world.rest(this.#owner, method, path, body);
    assert.notEqual(answer.status, 500, answer.text);
    assert.ok(!answer.text.includes(CANARY), answer.text);
  }

  #post(who: TestUser | 'nobody', path: string, fields: Record<string, string>): Promise<Seen> {
    return this.#world.ask(who, 'POST', path, {
      rawBody: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }
}

/** Returns the hidden fields of the form that contains a text. */
function hiddenFields(html: string, part: string): Record<string, string> {
  const form = html.split('<form').find((one) => one.includes(part)) ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

/** Buttons of the giver's page, by kind, with the fields of their forms. */
const BUTTONS = {
  change: {
    act: 'change',
    giver_name: `${CANARY}, changed`,
    giver_email: `changed.${CANARY}@mail.example`,
    message: `${CANARY}, changed`,
  },
  buy: { act: 'bought' },
  unbuy: { act: 'reserved' },
  send: { act: 'send', link_to: `link.${CANARY}@mail.example` },
  'give back': { act: 'back' },
} as const;

/** The compiler notices a kind that is missing here. */
const OF_GUESTS: Readonly<Record<GuestAct['kind'], true>> = {
  give: true,
  change: true,
  buy: true,
  unbuy: true,
  send: true,
  'give back': true,
  see: true,
  idea: true,
  share: true,
};

const isGuestAct = (act: Act): act is GuestAct => act.kind in OF_GUESTS;

/** Derives a UUID from a text. Equal texts get equal UUIDs. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
