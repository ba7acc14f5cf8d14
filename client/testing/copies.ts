import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { realNow } from '../../contract/testing/clock.ts';
import { callingTest, randomNumbers, repeatCommand } from '../../contract/testing/random.ts';
import type { HostPost } from '../../tests/support/host-posts.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { createClient, RegistryApiError, type RegistryClient } from '../src/index.ts';

/** Number of registries that exist at the same time. */
const REGISTRIES = 4;

/** Maximum number of changes between two comparisons. */
const MAX_BURST = 50;

/** A copy of the registries of a reader: for each registry that the reader may read, its fields and items as JSON. */
type Copy = Map<number, string>;

const isGone = (error: unknown): boolean => error instanceof RegistryApiError && error.data.status === 403;

/**
 * Follows the feed of a reader, and keeps a copy with the client for TypeScript, as docs/follow-changes.md describes.
 */
export class Follower {
  readonly copy: Copy = new Map();
  readonly name: string;
  readonly #client: RegistryClient;
  /** Cursor of each feed, by its registry; 0 is the feed of all registries. */
  readonly #cursors = new Map<number, string>();

  constructor(name: string, client: RegistryClient) {
    this.name = name;
    this.#client = client;
  }

  /** Begins to follow a registry, or all registries (0). */
  async begin(registryId: number, known: readonly number[]): Promise<void> {
    const first = await this.#page(registryId, 'now');
    if (first === null) return;
    this.#cursors.set(registryId, first.next_cursor);
    for (const id of known) await this.#read(id);
  }

  /** Reads all new events, then the registries that they name. */
  async catchUp(): Promise<void> {
    for (const registryId of [...this.#cursors.keys()]) await this.#catchUp(registryId);
  }

  /** Returns whether the reader follows this registry, alone or with all others. */
  follows(registryId: number): boolean {
    return this.#cursors.has(registryId) || this.#cursors.has(0);
  }

  async #catchUp(registryId: number): Promise<void> {
    for (;;) {
      const page = await this.#page(registryId, this.#cursors.get(registryId) ?? '');
      if (page === null) {
        this.#cursors.delete(registryId);
        this.copy.delete(registryId);
        return;
      }
      if (page.events.length === 0) return;
      for (const id of new Set(page.events.map((event) => event.registry_id))) await this.#read(id);
      this.#cursors.set(registryId, page.next_cursor);
    }
  }

  /** Returns null if the reader may no longer read the registry. */
  async #page(registryId: number, after: string) {
    const of = registryId === 0 ? {} : { registry_id: registryId };
    try {
      return await this.#client.listEvents({ ...of, after });
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  async #read(id: number): Promise<void> {
    const shown = await this.fresh(id);
    if (shown === null) this.copy.delete(id);
    else this.copy.set(id, shown);
  }

  /**
   * Returns the registry and its items as JSON, without `updated_at` and `version`; null if the reader cannot read it.
   */
  async fresh(id: number): Promise<string | null> {
    try {
      const registry = await this.#client.getRegistry(id);
      const items = await this.#client.listRegistryItems(id, { include: 'remaining' });
      if (registry === null || items === null) return null;
      return JSON.stringify({ ...registry, updated_at: null, version: null, items }, null, 1);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }
}

/** Makes random changes of all kinds, through the API and on the site. Requests that the service refuses do no harm. */
class Changes {
  readonly #t: TestService;
  readonly #random: () => number;
  readonly #gifts: { id: string; as: string }[] = [];
  readonly #shares: { id: string; registryId: number }[] = [];
  readonly #removed: number[] = [];
  /** Registries that were changed on the site, until the plugin reports the change. */
  readonly #unreported = new Set<number>();
  /** Number of answers by status. */
  readonly statuses = new Map<number, number>();
  registries: HostPost[] = [];
  /** All registries that ever existed. */
  readonly all: number[] = [];

  constructor(t: TestService, random: () => number) {
    this.#t = t;
    this.#random = random;
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #one<T>(of: readonly T[]): T {
    const found = of[this.#number(of.length)];
    assert.ok(found !== undefined, 'nothing to choose from');
    return found;
  }

  async #send<T = unknown>(as: string, method: string, path: string, body?: object): Promise<T> {
    const answer = await this.#t.request<T>(method, path, { as, ...(body && { body }) });
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return answer.body;
  }

  addRegistry(): void {
    const { registries, users } = this.#t.host;
    const post = registries.add({
      author: users.get('owner').id,
      invitees: ['guest', 'granny@family.test'],
      owners: ['partner'],
      keepers: ['keeper'],
      surprise: this.#one(['hidden', 'counts', 'names']),
      eventDate: '2999-01-01',
    });
    this.registries.push(post);
    this.all.push(post.id);
  }

  /** Sends one random request, or changes the fake host. */
  async next(): Promise<void> {
    const post = this.#one(this.registries);
    const path = `/registries/${post.id}`;
    const listed: unknown = this.#t.host.registries.itemIds(post.id);
    const ids = Array.isArray(listed) ? listed.map(Number) : [];
    const item = ids.length > 0 ? this.#one(ids) : 0;
    const owner = this.#one(['owner', 'partner', 'admin']);
    const fields = {
      name: `Wish ${this.#number(1e6)}`,
      url: 'https://shop.example/wish',
      price: 1 + this.#number(90),
      quantity_needed: 1 + this.#number(4),
    };
    const order = (): number[] =>
      ids
        .map((id) => ({ id, at: this.#random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => id);
    const onSite = (change: () => void): void => {
      change();
      post.modified = new Date(realNow());
      this.#unreported.add(post.id);
    };
    const kinds: [weight: number, change: () => unknown][] = [
      [ids.length < 8 ? 25 : 2, () => this.#send(owner, 'POST', `${path}/items`, fields)],
      [2, () => this.#send(owner, 'POST', `${path}/items`, [fields, { ...fields, name: 'Another' }, fields])],
      [8, () => this.#send('owner', 'PUT', `/items/${item}`, { name: fields.name, price: fields.price })],
      [3, () => this.#send('owner', 'PUT', `/items/${item}`, { quantity_needed: fields.quantity_needed })],
      [2, () => this.#send('owner', 'PUT', `/items/${item}`, { quantity_purchased: this.#number(3) })],
      [
        6,
        async () => {
          this.#removed.push(item);
          await this.#send(owner, 'DELETE', `${path}/items/${item}`);
        },
      ],
      [2, () => this.#send('owner', 'DELETE', `/items/${item}`)],
      [3, () => this.#send('owner', 'PUT', `/items/${this.#removed.pop() ?? 0}`, { is_active: true })],
      [
        2,
        () => this.#send('owner', 'PUT', `${path}/items/${item}/affiliate`, { affiliate_url: 'https://a.example/x' }),
      ],
      [1, () => this.#send('owner', 'DELETE', `${path}/items/${item}/affiliate`)],
      [8, () => this.#send('owner', 'PUT', `/registries/${this.#one(this.registries).id}/appearances/${item}`)],
      [
        4,
        () => this.#send('owner', 'PUT', `/registries/${this.#one(this.registries).id}/appearances/${item}?move=true`),
      ],
      [5, () => this.#send('owner', 'DELETE', `${path}/appearances/${item}`)],
      [
        12,
        () => {
          const gift = { id: randomUUID(), as: this.#one(['guest', 'mailguest', 'keeper', 'owner']) };
          this.#gifts.push(gift);
          return this.#send(gift.as, 'PUT', `${path}/purchases/${gift.id}`, { item_id: item });
        },
      ],
      [
        4,
        () => {
          const gift = { id: randomUUID(), as: 'admin' };
          this.#gifts.push(gift);
          const secret = this.#random() < 0.5;
          return this.#send('admin', 'PUT', `/purchases/${gift.id}`, { item_id: item, giver_name: 'Visitor', secret });
        },
      ],
      [
        5,
        () => {
          const { id, as } = this.#gifts.length > 0 ? this.#one(this.#gifts) : { id: randomUUID(), as: 'guest' };
          const body = this.#random() < 0.5 ? { state: 'bought' } : { quantity: 1 + this.#number(3) };
          return this.#send(as, 'PATCH', `/purchases/${id}`, body);
        },
      ],
      [
        5,
        () => {
          const { id, as } = this.#gifts.splice(this.#number(this.#gifts.length), 1)[0] ?? {
            id: randomUUID(),
            as: 'guest',
          };
          return this.#send(as, 'DELETE', `/purchases/${id}`);
        },
      ],
      [
        3,
        () => {
          const share = { id: randomUUID(), registryId: post.id };
          this.#shares.push(share);
          const body = { item_id: item, amount: 5 + this.#number(20), secret: this.#random() < 0.5, giver_user_id: 4 };
          return this.#send('admin', 'PUT', `${path}/shares/${share.id}`, body);
        },
      ],
      [
        1,
        () => {
          const { id, registryId } = this.#shares.pop() ?? { id: randomUUID(), registryId: post.id };
          return this.#send('admin', 'DELETE', `/registries/${registryId}/shares/${id}`);
        },
      ],
      [1, () => this.#send('admin', 'PUT', `/ideas/${randomUUID()}`, { registry_id: post.id, name: 'Idea' })],
      [1, () => this.#send('admin', 'POST', '/purchases/uncount', { item_id: item, quantity: 1 })],
      [2, () => this.#send(owner, 'POST', `${path}/purchases/reveal`)],
      [3, () => this.#send(owner, 'PATCH', path, { title: `Registry ${this.#number(1e6)}` })],
      [2, () => this.#send(owner, 'PATCH', path, { status: this.#one(['private', 'publish']) })],
      [
        2,
        () =>
          this.#send(owner, 'PATCH', path, { meta: { registry_surprise: this.#one(['hidden', 'counts', 'names']) } }),
      ],
      [
        2,
        () =>
          this.#send(owner, 'PATCH', path, {
            meta: { registry_reveal_date: this.#one(['2999-01-02', null, '2001-01-01']) },
          }),
      ],
      [4, () => this.#send(owner, 'PATCH', path, { meta: { registry_item_ids: order() } })],
      [2, () => this.#send(owner, 'POST', `${path}/invitees`, { invitees: [this.#one(['guest', 'joe'])] })],
      [1, () => this.#send(owner, 'DELETE', `${path}/invitees/${this.#one(['guest', 'joe'])}`)],
      [3, () => onSite(() => (post.title = `On the site ${this.#number(1e6)}`))],
      [2, () => onSite(() => (post.content = `<p>Story ${this.#number(1e6)}</p>`))],
      [2, () => onSite(() => (post.status = this.#one(['private', 'publish'])))],
      [2, () => onSite(() => post.meta.set('registry_event_date', this.#one(['2999-01-01', '2998-01-01', ''])))],
      [2, () => onSite(() => post.meta.set('registry_event_type', this.#one(['Birthday', 'Wedding'])))],
      [4, () => onSite(() => post.meta.set('registry_item_ids', JSON.stringify(order())))],
      [
        1,
        () =>
          onSite(() => post.meta.set('registry_invitees', this.#one(['["guest","granny@family.test"]', '["joe"]']))),
      ],
      [1, () => onSite(() => (post.status = post.status === 'trash' ? 'private' : 'trash'))],
      [this.registries.length < REGISTRIES ? 20 : 0, () => this.addRegistry()],
      [this.registries.length > 1 ? 1 : 0, () => this.#delete(post)],
    ];
    let place = this.#random() * kinds.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, change] of kinds) {
      place -= weight;
      if (place < 0) return void (await change());
    }
  }

  /** Deletes a registry through the API, or on the site, whose plugin then tells the service. */
  async #delete(post: HostPost): Promise<void> {
    this.registries = this.registries.filter((other) => other !== post);
    if (this.#random() < 0.5) this.#t.host.registries.remove(post.id);
    const answer = await this.#t.request('DELETE', `/registries/${post.id}`, { as: 'admin' });
    // A registry in the trash is 404 for the API; the site deletes it.
    this.#t.host.registries.remove(post.id);
    if (answer.status === 404) await this.#t.request('DELETE', `/registries/${post.id}`, { as: 'admin' });
  }

  /** Reports changes on the site to the service, as the plugin does: it lets the service read the registries. */
  async report(): Promise<void> {
    for (const id of this.#unreported) await this.#t.request('GET', `/registries/${id}`, { as: 'admin' });
    this.#unreported.clear();
  }
}

/** Random changes that an author, an invitee and an administrator follow. */
export interface FollowedChanges extends AsyncDisposable {
  /** Number of answers to the changes, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /**
   * Makes further changes. After every few of them, each copy must equal a fresh read.
   * @returns number of comparisons
   */
  follow(changes: number): Promise<number>;
}

/**
 * Starts a service for random changes and their followers.
 * @param seed the same seed makes the same changes
 * @param env settings of the service
 */
export async function openFollowedChanges(seed: number, env: Record<string, string> = {}): Promise<FollowedChanges> {
  const repeat = repeatCommand(callingTest(), seed);
  const t = await openTestService({ env });
  const random = randomNumbers(seed);
  const made = new Changes(t, random);
  for (let n = 0; n < REGISTRIES; n++) made.addRegistry();
  const followerOf = (name: string) =>
    new Follower(name, createClient({ baseUrl: t.url, username: name, appPassword: t.host.users.get(name).password }));
  const followers = ['owner', 'guest'].map(followerOf);
  const admin = followerOf('admin');
  await admin.begin(0, made.all);
  let count = 0;
  return {
    statuses: made.statuses,
    follow: async (changes) => {
      let comparisons = 0;
      for (const end = count + changes; count < end; ) {
        for (const follower of followers)
          for (const { id } of made.registries) if (!follower.follows(id)) await follower.begin(id, [id]);
        // A new registry without items is in no feed of all registries.
        const isNew = ({ id }: HostPost) => !admin.copy.has(id);
        if (made.registries.some(isNew)) await admin.begin(0, made.all);
        const known = made.registries.map(({ id }) => id);
        const burst = 1 + Math.floor(random() * MAX_BURST);
        for (let n = 0; n < burst && count < end; n++, count++) await made.next();
        const when = `${count} changes; repeat it: ${repeat}`;
        // Feeds of one registry contain changes on the site even if the plugin has not reported them.
        for (const follower of followers) comparisons += await compare(follower, known, when);
        await made.report();
        comparisons += await compare(admin, known, when);
      }
      return comparisons;
    },
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  };
}

/** Compares the copy of a follower with fresh reads. Returns the number of compared registries. */
export async function compare(follower: Follower, registries: readonly number[], when: string): Promise<number> {
  await follower.catchUp();
  let compared = 0;
  for (const id of registries) {
    const fresh = await follower.fresh(id);
    if (!follower.follows(id)) {
      assert.equal(follower.copy.has(id), false, `${follower.name} still has registry ${id}, ${when}`);
      continue;
    }
    if (follower.copy.get(id) !== (fresh ?? undefined)) {
      // A repair of the host's list may have ended after the copy had caught up; then another event follows.
      await follower.catchUp();
      const differences = linesOnlyIn(await follower.fresh(id), follower.copy.get(id));
      assert.deepEqual(differences, [[], []], `${follower.name}, registry ${id}, ${when}`);
    }
    compared++;
  }
  return compared;
}

/** Returns the lines that only the first and only the second text contains, or all lines if their order differs. */
function linesOnlyIn(one: string | null, other = ''): [string[], string[]] {
  const [first, second] = [(one ?? '').split('\n'), other.split('\n')];
  if (one === other || (one === null && other === '')) return [[], []];
  const only = [
    first.filter((line) => !second.includes(line)),
    second.filter((line) => !first.includes(line)),
  ] as const;
  return only.flat().length > 0 ? [...only] : [first, second];
}
