import { asciiAddress } from '../../contract/mail-address.ts';
import { realNow } from '../../contract/testing/clock.ts';
import { type HostUser, type HostUsers, isHostAdmin } from './host-users.ts';
import { renderTitle } from './kses.ts';

/** A registry post as the fake host stores it. */
export interface HostPost {
  readonly id: number;
  readonly author: number;
  status: string;
  title: string;
  content: string;
  slug: string;
  /** Meta values as texts, as in `wp_postmeta`. Lists are JSON texts. */
  meta: Map<string, string>;
  /** People whom owners named as co-owners or keepers, and who have not accepted yet, by the meta key of the list. */
  readonly proposed: Map<string, readonly string[]>;
  readonly created: Date;
  /** Mark of the request that created the registry. */
  mark?: string | undefined;
  modified: Date;
}

/** Properties of a registry that a test adds to the host. The host stores them without WordPress's filters. */
export interface NewHostPost {
  author: number;
  status?: string;
  title?: string;
  content?: string;
  invitees?: readonly string[];
  owners?: readonly string[];
  keepers?: readonly string[];
  itemIds?: readonly number[];
  eventType?: string;
  eventDate?: string;
  surprise?: string;
  revealDate?: string;
}

/** Meta keys that the companion plugin registers, and the default value of each key. */
export const META_DEFAULTS: Readonly<Record<string, string>> = {
  registry_item_ids: '[]',
  registry_invitees: '[]',
  registry_owners: '[]',
  registry_keepers: '[]',
  registry_event_type: '',
  registry_event_date: '',
  registry_surprise: '',
  registry_reveal_date: '',
};

/** The site's time is ahead of UTC. So code that reads `date` instead of `date_gmt` is wrong by two hours. */
const SITE_OFFSET_MS = 2 * 3600 * 1000;

/** Stores the registry posts of the fake host and checks permissions. */
export class HostPosts {
  readonly #posts = new Map<number, HostPost>();
  // Lower ids belong to other post types, as on a real site.
  #nextId = 11;
  /** Meta keys that the host silently ignores. WordPress ignores unregistered keys in the same way. */
  readonly ignoredMeta = new Set<string>();
  /** True if the plugin shows `title.raw` and `content.raw` to readers; stock WordPress does not. */
  givesRaw = true;
  /** True if the plugin compares lists before it overwrites them (`X-Largesse-If-Meta`); stock WordPress does not. */
  comparesLists = true;
  /** True if the plugin marks its answers to anonymous requests (`X-Largesse-Caller`); stock WordPress does not. */
  namesNobody = true;
  /** True if the plugin recognizes repeated requests by their marks (`X-Largesse-Creation`). */
  knowsMarks = true;
  /** True if the plugin has the route on which the service announces the removal of a gift. */
  knowsReleases = true;
  /** True if the plugin can read gifts from the service. */
  looksGiftsUp = true;
  /** True if the plugin refuses changes because the caller has named too many people in a day. */
  hasManyProposals = false;
  /** True if the post type exists; otherwise all its routes answer `rest_no_route`. */
  registered = true;

  readonly #users: HostUsers;
  readonly #received: { user: number; registry: number }[] = [];

  constructor(users: HostUsers) {
    this.#users = users;
  }

  /** Adds a registry to the host, without filters or permission checks. */
  add(given: NewHostPost): HostPost {
    const now = new Date(realNow());
    const id = this.#nextId++;
    const meta = new Map<string, string>();
    if (given.itemIds !== undefined) meta.set('registry_item_ids', JSON.stringify(given.itemIds));
    if (given.invitees !== undefined) meta.set('registry_invitees', JSON.stringify(given.invitees));
    if (given.owners !== undefined) meta.set('registry_owners', JSON.stringify(given.owners));
    if (given.keepers !== undefined) meta.set('registry_keepers', JSON.stringify(given.keepers));
    if (given.eventType !== undefined) meta.set('registry_event_type', given.eventType);
    if (given.eventDate !== undefined) meta.set('registry_event_date', given.eventDate);
    if (given.surprise !== undefined) meta.set('registry_surprise', given.surprise);
    if (given.revealDate !== undefined) meta.set('registry_reveal_date', given.revealDate);
    const post: HostPost = {
      id,
      author: given.author,
      status: given.status ?? 'private',
      title: given.title ?? `Registry ${id}`,
      content: given.content ?? '',
      slug: `registry-${id}`,
      meta,
      proposed: new Map(),
      created: now,
      modified: now,
    };
    this.#posts.set(id, post);
    return post;
  }

  find(id: number): HostPost | undefined {
    return this.#posts.get(id);
  }

  /** Returns the post with an id. Throws an error if no post has this id. */
  get(id: number): HostPost {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error(`the fake host has no registry ${id}`);
    return post;
  }

  /** Returns the registry that a user created with a mark. */
  marked(mark: string, user: HostUser): HostPost | undefined {
    return this.all().find((post) => post.mark === mark && post.author === user.id);
  }

  /** Deletes a registry. Like the plugin, remembers who received its gifts. */
  remove(id: number): void {
    const post = this.#posts.get(id);
    const recipients = this.#users.all().filter((user) => post !== undefined && this.#isRecipient(post, user));
    for (const { id: user } of recipients) this.#received.push({ user, registry: id });
    this.#posts.delete(id);
  }

  /** Returns whether a user receives the gifts of a registry, or did when it was deleted. */
  isReceivedBy(id: number, user: HostUser): boolean {
    const post = this.#posts.get(id);
    if (post !== undefined) return this.#isRecipient(post, user);
    return this.#received.some((one) => one.user === user.id && one.registry === id);
  }

  #isRecipient(post: HostPost, user: HostUser): boolean {
    const isOwner = post.author === user.id || this.isNamed(post, 'registry_owners', user);
    return isOwner && !this.isNamed(post, 'registry_keepers', user);
  }

  all(): HostPost[] {
    return [...this.#posts.values()];
  }

  /** Returns the item ids that the host stores for a registry. */
  itemIds(id: number): unknown {
    return JSON.parse(metaValue(this.get(id), 'registry_item_ids'));
  }

  /** Returns the invitees that the host stores for a registry. */
  invitees(id: number): unknown {
    return this.list(id, 'registry_invitees');
  }

  /** Returns a list that the host stores for a registry. */
  list(id: number, key: string): unknown {
    return JSON.parse(metaValue(this.get(id), key));
  }

  mayDelete(post: HostPost, user: HostUser | undefined): boolean {
    return user !== undefined && (post.author === user.id || isHostAdmin(user));
  }

  /** Returns whether a user has a role of the plugin's parameter `largesse_role` in a registry. */
  hasRole(post: HostPost, user: HostUser | undefined, role: string): boolean {
    if (role === 'any') return post.author === user?.id || this.#isOnAList(post, user);
    const key = role === 'invitee' ? 'registry_invitees' : 'registry_owners';
    return post.author !== user?.id && this.isNamed(post, key, user);
  }

  /** Returns whether the plugin allows a user to edit a registry: its author, co-owners and administrators may. */
  mayEdit(post: HostPost, user: HostUser | undefined): boolean {
    return this.mayDelete(post, user) || this.isNamed(post, 'registry_owners', user);
  }

  /**
   * Returns whether the plugin answers a user as if a registry did not exist. In this way, the plugin hides drafts and
   * registries in the trash from users who may not edit them.
   */
  isHidden(post: HostPost, user: HostUser | undefined): boolean {
    return !['publish', 'private'].includes(post.status) && !this.mayEdit(post, user);
  }

  mayRead(post: HostPost, user: HostUser | undefined): boolean {
    if (post.status === 'publish' || this.mayEdit(post, user)) return true;
    return post.status === 'private' && this.#isOnAList(post, user);
  }

  /** Returns whether the plugin shows a registry's lists to a user. */
  isInsider(post: HostPost, user: HostUser | undefined): boolean {
    return this.mayEdit(post, user) || this.#isOnAList(post, user);
  }

  /** Returns whether a list of a registry contains a user. */
  isNamed(post: HostPost, key: string, user: HostUser | undefined): boolean {
    return user !== undefined && entriesOf(metaValue(post, key)).some((entry) => isNameOf(entry, user));
  }

  /** Returns new entries that would make an owner a keeper. The plugin rejects them (rules: Co-owners and keepers). */
  ownersMadeKeepers(post: HostPost, stored: string): string[] {
    const added = entriesOf(stored).filter((entry) => !entriesOf(metaValue(post, 'registry_keepers')).includes(entry));
    const owners = this.#users.all().filter((user) => this.#isRecipient(post, user));
    return added.filter((entry) => owners.some((owner) => isNameOf(entry, owner)));
  }

  /**
   * Stores a list of co-owners or keepers. Like the plugin, stores people who have not accepted yet separately (rules:
   * Co-owners and keepers).
   */
  writeHelpers(post: HostPost, key: string, stored: string, user: HostUser): void {
    const known = entriesOf(metaValue(post, key)).map((entry) => plainCase(entry.trim()));
    const isKeptOwner = (entry: string) => key === 'registry_keepers' && this.#namesAnOwner(post, entry);
    const agrees = (entry: string) =>
      known.includes(plainCase(entry.trim())) || isNameOf(entry, user) || isKeptOwner(entry);
    const sent = entriesOf(stored);
    const accepted = sent.filter(agrees);
    post.meta.set(key, accepted.length === sent.length ? stored : JSON.stringify(accepted));
    post.proposed.set(
      key,
      sent.filter((entry) => !agrees(entry)),
    );
  }

  /** Accepts all proposals of a registry on behalf of the people. */
  accept(id: number): void {
    const post = this.get(id);
    for (const [key, entries] of post.proposed)
      post.meta.set(key, JSON.stringify([...entriesOf(metaValue(post, key)), ...entries]));
    post.proposed.clear();
  }

  #namesAnOwner(post: HostPost, entry: string): boolean {
    const owners = this.#users
      .all()
      .filter((user) => post.author === user.id || this.isNamed(post, 'registry_owners', user));
    return owners.some((owner) => isNameOf(entry, owner));
  }

  #isOnAList(post: HostPost, user: HostUser | undefined): boolean {
    return PEOPLE_KEYS.some((key) => this.isNamed(post, key, user));
  }

  /** Returns a post as the REST API shows the post to a user. */
  describe(post: HostPost, user: HostUser | undefined, site: string, context: string): Record<string, unknown> {
    const edit = context === 'edit';
    const raw = edit || this.givesRaw;
    const seesPeople = this.isInsider(post, user);
    const meta = Object.fromEntries(
      Object.keys(META_DEFAULTS)
        .filter((key) => !this.ignoredMeta.has(key))
        .map((key) => [key, PEOPLE_KEYS.includes(key) && !seesPeople ? '[]' : metaValue(post, key)]),
    );
    const link = `${site}/registry/${post.slug}/`;
    return {
      id: post.id,
      date: wordpressTime(post.created.getTime() + SITE_OFFSET_MS),
      date_gmt: wordpressTime(post.created.getTime()),
      guid: { rendered: `${site}/?post_type=registry&#038;p=${post.id}` },
      modified: wordpressTime(post.modified.getTime() + SITE_OFFSET_MS),
      modified_gmt: wordpressTime(post.modified.getTime()),
      ...(edit ? { password: '', permalink_template: `${site}/registry/%pagename%/`, generated_slug: post.slug } : {}),
      slug: post.slug,
      status: post.status,
      type: 'registry',
      link,
      title: {
        ...(raw ? { raw: post.title } : {}),
        rendered: renderTitle(post.title, post.status === 'private'),
      },
      content: {
        ...(raw ? { raw: post.content } : {}),
        rendered: post.content === '' ? '' : `<p>${post.content}</p>\n`,
        protected: false,
        ...(edit ? { block_version: 0 } : {}),
      },
      author: post.author,
      template: '',
      meta,
      _links: { self: [{ href: `${site}/wp-json/wp/v2/registries/${post.id}` }] },
    };
  }
}

function entriesOf(stored: string): string[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

const isNameOf = (entry: string, user: HostUser): boolean =>
  entry.trim() !== '' && plainCase(entry.trim()) === plainCase(entry.includes('@') ? user.email : user.login);

const plainCase = (text: string): string => asciiAddress(text.toLowerCase().replaceAll('ς', 'σ'));

/** Meta keys of the lists whose people must accept. */
export const HELPER_KEYS = ['registry_owners', 'registry_keepers'];

/** Meta keys of the lists of people. */
const PEOPLE_KEYS = ['registry_invitees', ...HELPER_KEYS];

/** Meta keys of all lists. */
export const LIST_KEYS = ['registry_item_ids', ...PEOPLE_KEYS];

/** Returns the stored value of a meta key. Without a stored value, returns the default of the key. */
export function metaValue(post: HostPost, key: string): string {
  return post.meta.get(key) ?? META_DEFAULTS[key] ?? '';
}

// WordPress writes times in whole seconds and without a time zone.
function wordpressTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
