import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { LISTS, type List } from '../../api/conformance/who-sees-what.ts';
import { dayIn } from '../../api/src/times.ts';
import { createClient } from '../../client/src/index.ts';
import { compare, Follower } from '../../client/testing/copies.ts';
import { Family, type FamilyList, type Gift, Known, PRICE, READERS, type Share, type Wish } from './model.ts';
import type { Act, Event, FirstList, History } from './steps.ts';
import { type Answered, type Asked, GOOD, World } from './world.ts';

/** When every history begins: on the site, it is still the day before. */
const START = Date.parse('2026-05-10T06:00:00Z');

const DAY_MS = 86_400_000;

/** Attempts of a client that gets no answer, and pause after each (milliseconds). */
const ATTEMPTS = 4;
const PAUSE_MS = 300;

/** Attempts after which an undisturbed service must have recovered. */
const RECOVERY = 40;

/** Days until a day that comes during a history, at the soonest. */
const SOON = 3;

/** Result of a history. */
export interface Life {
  /** Everything that happened, in order. */
  trace: readonly string[];
  /** All answers to recipients at each comparison, without times. */
  seen: readonly string[];
  /** Numbers of what has happened, by its kind. */
  counts: Readonly<Record<string, number>>;
}

/**
 * Lives a history, and checks after each step what must be true.
 * @param omitsSecrets true to leave out everything that recipients must not notice
 */
export const live = ({ chance, lists, steps }: History, omitsSecrets = false): Promise<Life> =>
  World.live(chance, START, async (world) => {
    const life = new FamilyLife(world, lists, omitsSecrets);
    await life.begin();
    for (const [index, { did, kill }] of steps.entries()) {
      world.machine.reseed(chance + 7919 * (index + 1));
      await life.step(did, kill);
    }
    await life.step({ kind: 'compare' }, null);
    return { trace: world.trace, seen: life.seen, counts: life.counts };
  });

/** The people around the lists of one family, and what they do. */
class FamilyLife {
  readonly #world: World;
  readonly #family: Family;
  readonly #omitsSecrets: boolean;
  readonly #days: Record<List, string | null>;
  readonly #followers: Follower[];
  #names = 0;
  readonly seen: string[] = [];
  readonly counts: Record<string, number> = {};

  constructor(world: World, lists: Record<List, FirstList>, omitsSecrets: boolean) {
    this.#world = world;
    this.#omitsSecrets = omitsSecrets;
    const dayAfter = (days: number) => dayIn(world.zone, world.machine.now + days * DAY_MS);
    const dayOf = (name: List) =>
      ({ none: null, later: dayAfter(name === 'home' ? SOON : SOON + 2), over: dayAfter(-1) })[lists[name].day];
    this.#days = { home: dayOf('home'), other: dayOf('other') };
    const listOf = (name: List, elsewhere: List): FamilyList => {
      const day = this.#days[name];
      const post = world.host.registries.add({
        author: world.host.users.get('owner').id,
        status: lists[name].isPublic ? 'publish' : 'private',
        surprise: lists[name].level,
        owners: [`${name}Partner`],
        keepers: [`${name}Keeper`, `${elsewhere}Partner`],
        invitees: [`${name}Guest`, 'giver'],
        ...(day !== null && { revealDate: day }),
      });
      return { ...lists[name], isForChild: false, post };
    };
    this.#family = new Family({ home: listOf('home', 'other'), other: listOf('other', 'home') });
    this.#followers = ['owner', 'homeGuest', 'admin'].map((name) => this.#follower(name));
  }

  get #registryIds(): number[] {
    return LISTS.map((list) => this.#family.lists[list].post.id);
  }

  /** Programs begin to follow the lists. */
  async begin(): Promise<void> {
    for (const follower of this.#followers) {
      if (follower.name === 'admin') await follower.begin(0, this.#registryIds);
      else for (const id of this.#registryIds) await follower.begin(id, [id]);
    }
  }

  /** @param kill steps of the machine after which the process is killed; null: it lives */
  async step(did: Event | { kind: 'acts'; acts: readonly Act[] }, kill: number | null): Promise<void> {
    const { machine } = this.#world;
    this.#world.note(`step ${JSON.stringify(did)}`);
    if (did.kind === 'acts') {
      const acts = did.acts.filter((act) => !this.#isOmitted(act));
      if (acts.length > 0) machine.killAfter(kill);
      // Two requests for the same thing at the same time would have no certain result.
      const busy = new Set<unknown>();
      await Promise.all(
        acts.map(async (act) => {
          const thing = this.#thingOf(act);
          if (thing !== undefined && busy.has(thing)) return;
          busy.add(thing);
          this.#count(act.kind);
          await this.#act(act, acts.length === 1);
        }),
      );
    } else {
      machine.killAfter(kill);
      this.#count(did.kind);
      await this.#happen(did);
    }
    machine.killAfter(null);
    await this.#checkStored();
  }

  #count(kind: string): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  /** Returns what an act would change, if it changes one thing. */
  #thingOf(act: Act): Wish | Gift | Share | undefined {
    const { wishes, gifts, shares } = this.#family;
    if ('wish' in act) return act.kind === 'give' || act.kind === 'share' ? undefined : one(wishes, act.wish);
    if ('gift' in act) return one(gifts, act.gift);
    return 'share' in act ? one(shares, act.share) : undefined;
  }

  #isOmitted(act: Act): boolean {
    return this.#omitsSecrets && /^(give|change|give back|release|share|take back share)$/.test(act.kind);
  }

  async #act(act: Act, isAlone: boolean): Promise<void> {
    const { home, other } = this.#family.lists;
    const R = { home: `/registries/${home.post.id}`, other: `/registries/${other.post.id}` };
    switch (act.kind) {
      case 'wish':
        return this.#addWishes(1, act.needed, act.isShared, act.isListed);
      case 'wishes':
        return this.#addWishes(act.count, 1, false, true);
      case 'edit': {
        const wish = one(this.#family.wishes, act.wish);
        if (wish?.id == null || wish.needed.certain == null) return;
        wish.most = Math.max(wish.most, act.needed);
        const body = { quantity_needed: act.needed };
        return this.#change(wish.needed, act.needed, { as: act.as, method: 'PUT', path: `/items/${wish.id}`, body });
      }
      case 'remove': {
        const wish = one(this.#family.wishes, act.wish);
        if (wish?.id == null || wish.needed.certain == null) return;
        return this.#change(wish.needed, null, { as: 'owner', method: 'DELETE', path: `${R.home}/items/${wish.id}` });
      }
      case 'restore': {
        const wish = one(this.#family.wishes, act.wish);
        if (wish?.id == null || wish.needed.certain !== null) return;
        const body = { is_active: true, quantity_needed: wish.most };
        return this.#change(wish.needed, wish.most, { as: 'owner', method: 'PUT', path: `/items/${wish.id}`, body });
      }
      case 'give':
        return this.#give(act, isAlone);
      case 'change': {
        const gift = one(this.#family.gifts, act.gift);
        if (!gift) return;
        gift.hasChanged = true;
        const body = { quantity: act.quantity, state: act.isBought ? 'bought' : 'reserved' };
        const asked = { as: gift.by, method: 'PATCH', path: `/purchases/${gift.id}`, body };
        // Somebody else may have released it.
        if (gift.state.certain !== null) return this.#change(gift.state, body, asked);
        const { status = 0 } = (await this.#ask(asked)) ?? {};
        return assert.ok(status === 0 || status === 404 || status > 500, `a change of no gift is ${status}`);
      }
      case 'give back': {
        const gift = one(this.#family.gifts, act.gift);
        if (!gift) return;
        gift.hasChanged = true;
        return this.#change(gift.state, null, { as: gift.by, method: 'DELETE', path: `/purchases/${gift.id}` });
      }
      case 'release': {
        const gift = one(this.#family.gifts, act.gift);
        if (!gift || gift.wish.hasLeft) return;
        gift.hasChanged = true;
        const path = `${R[gift.through]}/purchases/${gift.id}`;
        return this.#change(gift.state, null, { as: `${gift.through}Keeper`, method: 'DELETE', path });
      }
      case 'share':
        return this.#promiseShare(act);
      case 'take back share': {
        const share = one(this.#family.shares, act.share);
        if (!share) return;
        const path = `${R[share.through]}/shares/${share.id}`;
        return this.#change(share.amount, null, { as: 'admin', method: 'DELETE', path });
      }
      case 'look': {
        const as = act.by === 'owner' ? 'owner' : `${act.list}${act.by[0]?.toUpperCase()}${act.by.slice(1)}`;
        for (const path of [R[act.list], `${R[act.list]}/items?include=remaining`, `${R[act.list]}/purchases`])
          await this.#ask({ as, method: 'GET', path });
      }
    }
  }

  async #addWishes(count: number, needed: number, isShared: boolean, isListed: boolean): Promise<void> {
    const { home, other } = this.#family.lists;
    const names = Array.from({ length: count }, () => `Wish ${this.#names++}`);
    const made = names.map(
      (name): Wish => ({
        name,
        id: null,
        together: names,
        needed: new Known<number | null>(null),
        most: needed,
        isShared: false,
        hasLeft: false,
      }),
    );
    this.#family.wishes.push(...made);
    for (const wish of made) wish.needed.mayBe(needed);
    const fields = names.map((name) => ({
      name,
      url: 'https://shop.example/wish',
      price: PRICE,
      quantity_needed: needed,
    }));
    const answer = await this.#ask({
      as: 'owner',
      method: 'POST',
      path: isListed ? `/registries/${home.post.id}/items` : '/items',
      body: count > 1 ? fields : { ...fields[0], ...(!isListed && { registry_id: home.post.id }) },
      headers: { 'idempotency-key': `"${randomUUID()}"` },
    });
    if (answer === null || answer.status >= 500) return;
    assert.equal(answer.status, 201, answer.text);
    const { data }: { data: { id: number } | { id: number }[] } = JSON.parse(answer.text);
    for (const [index, { id }] of [data].flat().entries()) {
      const wish = made[index];
      assert.ok(wish);
      wish.id = id;
      wish.needed.is(needed);
    }
    const [wish] = made;
    if (!isShared || !wish) return;
    // The owner tries again until it has worked. Until then, nobody gives the wish.
    const path = `/registries/${other.post.id}/appearances/${wish.id}`;
    await this.#insist({ as: 'owner', method: 'PUT', path }, 204);
    wish.isShared = true;
  }

  async #give(act: Act & { kind: 'give' }, isAlone: boolean): Promise<void> {
    const family = this.#family;
    const wish = one(family.wishes, act.wish);
    if (wish?.id == null || wish.hasLeft) return;
    const through = wish.isShared ? act.through : 'home';
    const by = { guest: `${through}Guest`, giver: 'giver', visitor: 'admin' }[act.by];
    const isCertain = isAlone && family.isCertain(wish);
    const state = new Known<{ quantity: number; state: string } | null>(null);
    const gift: Gift = { ...family.promise(randomUUID(), wish, through), by, state, hasChanged: false };
    family.gifts.push(gift);
    const { id } = family.lists[through].post;
    const level = family.levelOf(through);
    const fields = { item_id: wish.id, quantity: act.quantity, giver_name: 'Ada' };
    const visitor = { registry_id: id, level, secret: level === 'hidden', giver_email: 'ada@mail.example' };
    const asked: Asked =
      act.by === 'visitor'
        ? { as: 'admin', method: 'PUT', path: `/purchases/${gift.id}`, body: { ...fields, ...visitor } }
        : { as: by, method: 'PUT', path: `/registries/${id}/purchases/${gift.id}`, body: fields };
    const before = { left: (wish.needed.certain ?? 0) - family.promised(wish), shared: family.shared(wish) };
    const answer = await this.#changing(state, { quantity: act.quantity, state: 'reserved' }, asked);
    if (answer === null || !isCertain || wish.needed.certain == null) return;
    if (answer.status === 409)
      assert.ok(act.quantity > before.left || before.shared > 0, `${wish.name} is refused, and there is room`);
    else assert.ok(act.quantity <= before.left && before.shared < PRICE / 2, `${wish.name} is given without room`);
  }

  async #promiseShare(act: Act & { kind: 'share' }): Promise<void> {
    const family = this.#family;
    const wish = one(family.wishes, act.wish);
    if (wish?.id == null || wish.hasLeft) return;
    const through = wish.isShared ? act.through : 'home';
    const share: Share = { ...family.promise(randomUUID(), wish, through), amount: new Known<number | null>(null) };
    family.shares.push(share);
    const level = family.levelOf(through);
    const path = `/registries/${family.lists[through].post.id}/shares/${share.id}`;
    const secrecy = { level, secret: level === 'hidden' };
    const body = { item_id: wish.id, amount: act.amount, ...secrecy, giver_user_id: 8, giver_name: 'Ada' };
    await this.#change(share.amount, act.amount, { as: 'admin', method: 'PUT', path, body });
  }

  async #happen(event: Event): Promise<void> {
    const { machine, host } = this.#world;
    const { lists } = this.#family;
    switch (event.kind) {
      case 'level':
        lists[event.list].level = event.level;
        await this.#patch(event.list, { meta: { registry_surprise: event.level } });
        return this.#family.happened({ kind: 'level', list: event.list, level: event.level });
      case 'reveal': {
        const path = `/registries/${lists[event.list].post.id}/purchases/reveal`;
        await this.#insist({ as: 'owner', method: 'POST', path }, 200);
        return this.#family.happened({ kind: 'reveal', list: event.list });
      }
      case 'order': {
        const stored: unknown = host.registries.itemIds(lists[event.list].post.id);
        const ids = Array.isArray(stored) ? stored.map(Number) : [];
        const order = [...ids.slice(event.by), ...ids.slice(0, event.by)];
        return this.#patch(event.list, { meta: { registry_item_ids: order } });
      }
      case 'title': {
        const title = `Title ${this.#names++}`;
        if (!event.isOnSite) return this.#patch(event.list, { title });
        Object.assign(lists[event.list].post, { title, modified: new Date(machine.now) });
        return;
      }
      case 'days pass':
        machine.sleep(event.days * DAY_MS);
        // Due work runs now.
        await machine.pause(1000);
        for (const list of LISTS) this.#beginDay(list);
        return;
      case 'restart':
        return this.#world.restart();
      case 'weather':
        this.#world.weather = event.weather;
        return;
      case 'leave': {
        const wish = one(this.#family.wishes, event.wish);
        if (wish?.id == null || !wish.isShared || wish.hasLeft || wish.needed.certain == null) return;
        const path = `/registries/${lists.other.post.id}/appearances/${wish.id}`;
        await this.#insist({ as: 'owner', method: 'DELETE', path }, 204);
        wish.hasLeft = true;
        for (const { model, wish: of } of this.#family.promises) if (of === wish) model.apply({ kind: 'leave' });
        return;
      }
      case 'compare':
        return this.#compare();
    }
  }

  #beginDay(list: List): void {
    const day = this.#days[list];
    if (day === null || this.#family.lists[list].day === 'over') return;
    if (dayIn(this.#world.zone, this.#world.machine.now) < day) return;
    this.#family.lists[list].day = 'over';
    this.#family.happened({ kind: 'day comes', list });
  }

  /** An owner changes a list, and tries again until it has worked. */
  #patch(list: List, body: object): Promise<void> {
    const path = `/registries/${this.#family.lists[list].post.id}`;
    return this.#insist({ as: 'owner', method: 'PATCH', path, body }, 200);
  }

  /** Sends a request that changes one thing, and repeats it as clients do. */
  async #change<T>(thing: Known<T>, next: T, asked: Asked): Promise<void> {
    await this.#changing(thing, next, asked);
  }

  /** Does the same, and returns the answer; null if no answer says what has become of it. */
  async #changing<T>(thing: Known<T>, next: T, asked: Asked): Promise<Answered | null> {
    const before = thing.certain;
    thing.mayBe(next);
    const answer = await this.#ask(asked);
    if (answer === null || answer.status >= 500) return null;
    const isGone = asked.method === 'DELETE' && answer.status === 404;
    if (answer.status < 300 || isGone) thing.is(next);
    else {
      assert.ok([403, 404, 409, 422].includes(answer.status), `${JSON.stringify(asked)}: ${answer.text}`);
      if (before !== undefined) thing.is(before);
    }
    return answer;
  }

  /** Sends a request, and repeats it while it gets no answer. Returns null, or the last answer. */
  async #ask(asked: Asked): Promise<Answered | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#world.request(asked);
      assert.notEqual(answer?.status, 500, answer?.text);
      const isBusy = answer?.status === 409 && answer.headers['retry-after'] !== undefined;
      if ((answer !== null && answer.status < 500 && !isBusy) || attempt === ATTEMPTS) return isBusy ? null : answer;
      await this.#world.machine.pause(isBusy ? 1000 * Number(answer.headers['retry-after']) : PAUSE_MS);
    }
  }

  /** Sends a request until it succeeds. After some attempts, network and host work again. */
  async #insist(asked: Asked, status: number): Promise<void> {
    const answer = await this.#ask(asked);
    if (answer?.status === status) return;
    await this.#undisturbed(async () => {
      const again = await this.#recovered(asked);
      assert.equal(again.status, status, `${JSON.stringify(asked)}: ${again.text}`);
    });
  }

  /** Does something while everything works. */
  async #undisturbed(work: () => Promise<void>): Promise<void> {
    const { machine, weather } = this.#world;
    machine.killAfter(null);
    this.#world.weather = GOOD;
    await work();
    this.#world.weather = weather;
  }

  /** Asks until the service works again, which it must as soon as nothing disturbs it. */
  async #recovered(asked: Asked): Promise<Answered> {
    for (let attempt = 0; attempt < RECOVERY; attempt++) {
      const answer = await this.#world.request(asked);
      if (answer !== null && answer.status < 500) return answer;
      await this.#world.machine.pause(1000);
    }
    return assert.fail(`the service does not recover: ${JSON.stringify(asked)}`);
  }

  async #read<T>(as: string, path: string): Promise<T> {
    const answer = await this.#recovered({ as, method: 'GET', path });
    assert.equal(answer.status, 200, `${as} ${path}: ${answer.text}`);
    return JSON.parse(answer.text);
  }

  async #checkStored(): Promise<void> {
    const { id } = this.#family.lists.home.post;
    await this.#undisturbed(async () =>
      this.#family.compareStored({
        items: await this.#read('admin', `/items?registry_id=${id}&include=remaining&limit=1000`),
        // Contains gifts through the other list, too.
        purchases: await this.#read('admin', `/purchases?registry_id=${id}`),
        shares: await this.#read('admin', `/shares?registry_id=${id}`),
      }),
    );
  }

  /** Compares what each reader sees, and each copy, with the model and with a fresh read. */
  async #compare(): Promise<void> {
    await this.#undisturbed(async () => {
      // The first reads reveal what is due, and repair the lists of the host. The site reports its own changes.
      for (const as of ['owner', 'admin'])
        for (const id of this.#registryIds) {
          await this.#read(as, `/registries/${id}`);
          await this.#read(as, `/registries/${id}/items`);
        }
      await this.#world.machine.pause(1000);
      await this.#checkStored();
      for (const list of LISTS) {
        this.#family.compareHostList(list, this.#world.host.registries.itemIds(this.#family.lists[list].post.id));
        const { id } = this.#family.lists[list].post;
        for (const reader of READERS[list]) {
          this.#family.compareGifts(list, reader, await this.#read(reader.as, `/registries/${id}/purchases`));
          this.#family.compareItems(
            list,
            reader,
            await this.#read(reader.as, `/registries/${id}/items?include=remaining`),
          );
        }
        this.#family.compareFeed(list, await this.#read('owner', `/events?registry_id=${id}&limit=100`));
        for (const as of ['owner', `${list}Partner`]) await this.#note(as, id);
      }
      for (const follower of this.#followers) await compare(follower, this.#registryIds, 'at a comparison');
    });
  }

  /** Notes all answers about a list to a recipient, without times. */
  async #note(as: string, id: number): Promise<void> {
    for (const path of ['', '/items?include=remaining', '/purchases'])
      this.seen.push(`${as} ${path}: ${withoutTimes(await this.#read(as, `/registries/${id}${path}`))}`);
    const events = await this.#read<{ type: string; item_id: number | null }[]>(as, `/events?registry_id=${id}`);
    this.seen.push(`${as} events: ${events.map(({ type, item_id }) => `${type} ${item_id}`).join(', ')}`);
  }

  #follower(name: string): Follower {
    const client = createClient({
      baseUrl: 'http://service.example',
      username: name,
      appPassword: this.#world.host.users.get(name).password,
      fetch: async (url, { method = 'GET' } = {}) => {
        const { pathname, search } = new URL(String(url));
        const answer = await this.#recovered({ as: name, method, path: `${pathname}${search}` });
        const headers = Object.entries(answer.headers).map(([key, value]): [string, string] => [key, `${value}`]);
        return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers });
      },
    });
    return new Follower(name, client);
  }
}

/** Returns the thing with a number, among all that exist. */
const one = <T>(of: readonly T[], number: number): T | undefined => of[number % Math.max(1, of.length)];

/** Returns an answer as text, with the same words for all times. */
const withoutTimes = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) => (/_at$|^version$/.test(key) && value !== null ? 'some time' : value));
