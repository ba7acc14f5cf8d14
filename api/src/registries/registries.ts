import type { Item, ItemRegistryCreate, RegistriesQuery, Registry } from '@largesse/contract';
import { type ListState, type SharedItems, stateText } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { type OpenedId, openedIf } from '../auth/opened.ts';
import type { User } from '../auth/user.ts';
import type { Alongside, Database } from '../database/database.ts';
import { isHostFailure } from '../host/errors.ts';
import { bodyOf, type HostRegistry, type HostRegistryChange } from '../host/registry.ts';
import { EDITED, type HostRegistryPage, type HostSession, type ListedRole, VIEWED } from '../host/session.ts';
import { LIST_KEYS, type ListKey } from '../host/stored-lists.ts';
import { ApiError } from '../http/errors.ts';
import type { Creation } from '../idempotency/creations.ts';
import { changeOne, whyNotTaken } from '../items/change.ts';
import type { ActiveItems, ItemStore } from '../items/store.ts';
import type { Promises } from '../promises/promises.ts';
import { FROM_THE_BEGINNING } from '../promises/reveal.ts';
import {
  hasRevealDayCome,
  listStateOf,
  type ReaderRole,
  SURPRISE_KEYS,
  type SurpriseNow,
  startOf,
  todayOf,
} from '../promises/surprise.ts';
import { once } from '../scheduling/once.ts';
import {
  declaredRole,
  type Extent,
  isKeeper,
  isRecipient,
  makesKeeperOfOwner,
  mayEdit,
  mayRead,
  type OpenedRegistry,
  type RegistryRequest,
  type RegistryRole,
  ROLES,
  readRegistry,
} from './access.ts';
import { Appearances } from './appearances.ts';
import { ItemIdsProjection, type Log, type RegistryWatch, type SyncOutcome } from './item-ids.ts';
import { mergeOrder } from './order.ts';
import { Recipients } from './recipients.ts';
import { RegistryLock, scopeFor } from './registry-lock.ts';
import { Retirement } from './retirement.ts';
import type { KnownRegistries, ShownRegistry } from './store.ts';
import { type Change, StoredListWriter } from './stored-list-writer.ts';
import { addressOf, digestOf, registryView } from './views.ts';

/** Reads a registry's active items for a caller with this role. */
type ReadActive = (id: OpenedId, role: ReaderRole) => Promise<ActiveItems>;

/** State at the time when the caller opened or changed the registry. */
export interface OpenRegistry {
  readonly id: number;
  readonly invitees: readonly string[];
  readonly isEditable: boolean;
  /** Purchases of recipients get `is_owner`. */
  readonly isRecipient: boolean;
  readonly readerRole: ReaderRole;
  readonly isAuthor: boolean;
  /**
   * In the owner's order. Also records an event if the registry has changed on the host.
   * @throws {DatabaseUnavailable}
   */
  itemIds(): Promise<number[]>;
  /** Returns the items that are on other lists, too (rules: Appearances). @throws {DatabaseUnavailable} */
  shared(): Promise<SharedItems>;
  /** Returns the registry in the form of the API. @throws {DatabaseUnavailable} */
  view(): Promise<Registry>;
}

/** An opened registry, with additional facts for the operations on gifts. */
export interface ReadRegistry extends OpenRegistry {
  readonly id: OpenedId;
  readonly now: SurpriseNow;
  /** True if the caller is the author, who has created all lists of an item, or an admin. */
  readonly seesHomes: boolean;
  /** Surprise of the registry, for items that are on several lists. */
  readonly state: ListState;
  readonly hasPlugin: boolean;
}

/** Missing fields stay unchanged; null clears a field. */
interface RegistryChange extends HostRegistryChange {
  /** Derives the new list of invitees from the stored list. */
  invitees?: (listed: readonly string[]) => string[];
}

/** Versions of a registry, or `updated_at` of an item, that `If-Match` accepts; null for any. */
type AcceptedVersions = ReadonlySet<string> | null;

/**
 * Time limit for the event of a changed registry during a request (milliseconds). If it fails, the next one tries
 * again.
 */
const NOTE_TIMEOUT_MS = 500;

/** Time limit for the reveal during a read (milliseconds). If it fails, the next read tries again. */
const REVEAL_TIMEOUT_MS = 500;

/**
 * Opens and changes registries for callers, and keeps the host's lists consistent with the items. Each change of a list
 * names the lists from which it was computed; if one has changed in the meantime, the change is computed again (rules:
 * Changing lists on the host). Methods that get a request require the role that its operation declares. Every method
 * throws an ApiError (404, 403) if the caller lacks the role, a HostError if the host fails, and DatabaseUnavailable.
 */
export class Registries {
  readonly #items: ItemStore;
  readonly #promises: Promises;
  readonly #log: Log;
  readonly #lock: RegistryLock;
  readonly #writer = new StoredListWriter();
  readonly #itemIds: ItemIdsProjection;
  readonly #known: KnownRegistries | null;
  readonly appearances: Appearances;
  readonly recipients: Recipients;
  readonly retirement: Retirement;

  /**
   * @param database shared by all processes for the same host
   * @param known records changes of registries on the host; null to record nothing
   */
  constructor(
    items: ItemStore,
    promises: Promises,
    database: Pick<Database, 'exclusively'>,
    log: Log,
    watch: RegistryWatch = {},
    known: KnownRegistries | null = null,
  ) {
    this.#items = items;
    this.#promises = promises;
    this.#log = log;
    this.#lock = new RegistryLock(database, watch.changeWaited);
    this.#known = known;
    this.#itemIds = new ItemIdsProjection(items, this.#lock, this.#writer, log, watch);
    this.appearances = new Appearances(items, promises, this.#itemIds, (request) => this.#registryOf(request, 'state'));
    this.recipients = new Recipients(promises.appearances);
    this.retirement = new Retirement(items, promises, log, known);
  }

  async list(
    caller: Caller,
    { role, ...page }: RegistriesQuery,
  ): Promise<{ registries: OpenRegistry[]; total: number; totalPages: number }> {
    const { host, user } = caller;
    const { registries, total } =
      role === 'owner'
        ? await host.registriesOf(user.id, page, user.scope === undefined ? EDITED : VIEWED)
        : ((await host.registriesOfRole(role, page)) ?? (await findRegistries(caller, role, page)));
    const theirs = role === 'owner' ? registries : registries.filter((registry) => ROLES[role](user, registry));
    return {
      registries: theirs.map((registry) => this.#opened(caller, registry)),
      total,
      totalPages: Math.ceil(total / page.limit),
    };
  }

  /** Creates a registry, or returns that of an earlier attempt (rules: Repeated requests). */
  async create(
    caller: Caller,
    fields: HostRegistryChange,
    { mark, repeatedSince, otherLocations }: Creation,
  ): Promise<OpenRegistry> {
    const { registry_item_ids: _, ...meta } = fields.meta ?? {};
    const change = { story: '', status: 'private', ...fields, meta } as const;
    const found = repeatedSince === null ? [] : await caller.host.createdSince(caller.user.id, change, repeatedSince);
    const others = found.length === 0 ? new Set() : await otherLocations();
    const earlier = found.find(({ id }) => !others.has(addressOf(id)));
    return openedWith(caller, earlier ?? (await caller.host.createRegistry(change, mark)), async () => [], NONE_SHARED);
  }

  /** Opens the registry of a request, and reveals gifts that are due. If the caller may edit it, repairs its list. */
  open(request: RegistryRequest, readActive?: ReadActive): Promise<ReadRegistry> {
    return this.#open(request.caller, request.params.id, declaredRole(request), readActive);
  }

  /**
   * Opens a registry that is not in the path of the request, for a reader. If the caller may edit it, repairs its list.
   */
  openForReader(caller: Caller, id: number): Promise<ReadRegistry> {
    return this.#open(caller, id, 'reader');
  }

  /** Opens a registry that the caller has created, if the caller may still edit it. @throws {ApiError} */
  openCreated(caller: Caller, id: number): Promise<ReadRegistry> {
    return this.#open(caller, id, 'editor');
  }

  async #open(caller: Caller, id: number, role: RegistryRole, readActive?: ReadActive): Promise<ReadRegistry> {
    const { registry, now } = await this.#read(caller, id, role);
    return {
      ...this.#opened(caller, registry, readActive),
      id: registry.id,
      now,
      state: listStateOf(registry),
      seesHomes: caller.user.isAdmin || caller.user.id === registry.author,
      hasPlugin: registry.hasPlugin,
    };
  }

  /**
   * Changes a registry. A new order loses ids that are not active items of the registry, and gets the missing ids at
   * its end.
   * @param versions accepted versions; null for any
   * @throws {ApiError} 412 for another version; 422 if an owner would become a keeper; 503, without a change, as in
   * `StoredListWriter.change`
   */
  async change(
    request: RegistryRequest,
    change: RegistryChange,
    versions: AcceptedVersions = null,
  ): Promise<OpenRegistry> {
    const { caller } = request;
    const { host } = caller;
    // First checks the role, so that callers without it do not wait for the lock and delay others.
    const registry = await this.#registryOf(request);
    const { id } = request.params;
    const { invitees, meta = {} } = change;
    const { registry_item_ids: order, registry_keepers: keepers } = meta;
    if (!order && !invitees && !meta.registry_invitees && !keepers && !versions) {
      const isEmpty = Object.keys(bodyOf(change)).length === 0;
      const updated = isEmpty ? registry : await host.updateRegistry(id, change);
      return this.#changed(caller, registry, updated);
    }
    let ids: number[] = [];
    // The stored lists from which new values are computed must not change in the meantime. A complete list needs none.
    const from: ListKey[] = [];
    if (order) from.push('registry_item_ids');
    if (invitees) from.push('registry_invitees');
    // The check that no owner becomes a keeper needs the current owners and keepers.
    if (keepers) from.push('registry_owners', 'registry_keepers');
    const changed = await this.#write(caller, registry, from, versions, async (known) => {
      if (keepers && !caller.user.isAdmin && makesKeeperOfOwner(caller.user, known, keepers))
        throw new ApiError('keeperIsOwner');
      const next = { ...meta };
      if (invitees) next.registry_invitees = invitees(known.invitees);
      if (order) next.registry_item_ids = ids = await this.#itemIds.ordered(order, id, host.deadline);
      return { ...change, meta: next };
    });
    if (!order) return this.#changed(caller, registry, changed);
    await this.#note(caller, changed, ids, registry);
    if (SURPRISE_KEYS.some((key) => key in meta))
      await this.#promises.appearances.within(host.deadline).note(listStateOf(changed));
    return openedWith(caller, changed, async () => ids, NONE_SHARED);
  }

  /** Opens a registry after a change. The event of the change is recorded before the answer. */
  async #changed(caller: Caller, before: HostRegistry, after: HostRegistry): Promise<OpenRegistry> {
    const opened = this.#opened(caller, after, undefined, before);
    if (this.#known) await opened.itemIds();
    return opened;
  }

  /**
   * Records an event if a registry is shown differently than before, no matter who has changed it (rules: Events). If
   * that fails, the next read tries again, because a locked or full database must not prevent reads. Without the
   * plugin, WordPress shows other texts to readers than to editors, so only reads of editors can be compared.
   * @param before state before a change of the caller
   */
  async #note(
    { host, user }: Caller,
    registry: HostRegistry,
    itemIds: readonly number[],
    before?: HostRegistry,
  ): Promise<void> {
    if (!this.#known || registry.isStated || !(mayEdit(user, registry) || registry.hasPlugin)) return;
    const shown = async (of: HostRegistry): Promise<ShownRegistry> => {
      const endsHiding = of.surprise === 'hidden' && (await hasRevealDayCome(of, Date.now(), () => host.timeZone()));
      return { id: of.id, digest: digestOf(of, endsHiding), itemIds };
    };
    try {
      const known = this.#known.within({ left: Math.min(host.deadline.left, NOTE_TIMEOUT_MS) });
      const earlier = before && { ...(await shown(before)), itemIds: mergeOrder(before.itemIds, itemIds) };
      await known.note(await shown(registry), earlier ?? null);
    } catch (error) {
      const context = { err: error, registry: registry.id, reqId: host.requestId };
      this.#log.warn(context, 'the event of a changed registry was not recorded; the next request tries again');
    }
  }

  /**
   * Deletes a registry for good, and retires its items. If the host has already deleted it, admins retire its items.
   * @param versions accepted versions; null for any
   * @throws {ApiError} 412
   */
  async delete(request: RegistryRequest, versions: AcceptedVersions = null): Promise<void> {
    const { caller } = request;
    const { id } = request.params;
    let registry: HostRegistry;
    try {
      registry = await readRegistry(caller, id, declaredRole(request), versions ? 'whole' : 'state');
    } catch (error) {
      if (!caller.user.isAdmin || !isHostFailure(error, 'not-found')) throw error;
      return this.retirement.retireDeleted(caller, id);
    }
    const remove = () => caller.host.deleteRegistry(id);
    if (versions)
      await this.#alone(caller, registry, async (newest) => {
        await this.#requireVersion(caller, newest, versions);
        await remove();
      });
    else await remove();
    await this.retirement.retireUntilDone(id, caller.host);
  }

  /**
   * Writes a change of lists. With versions, the change also depends on everything else in the registry, so the service
   * reads the registry again, while no process of this database changes it on a condition.
   */
  #write(
    caller: Caller,
    registry: HostRegistry,
    from: readonly ListKey[],
    versions: AcceptedVersions,
    change: Change,
  ): Promise<HostRegistry> {
    const { host } = caller;
    if (!versions)
      return this.#lock.run(registry.id, scopeFor(registry), host.deadline, () =>
        this.#writer.change(host, registry, from, change),
      );
    return this.#alone(caller, registry, (newest) =>
      this.#writer.change(host, newest, LIST_KEYS, async (known) => {
        await this.#requireVersion(caller, known, versions);
        return change(known);
      }),
    );
  }

  /** Runs work with the newest state of a registry, while no other process runs such work for this registry. */
  #alone<T>({ host }: Caller, { id }: HostRegistry, work: (newest: HostRegistry) => Promise<T>): Promise<T> {
    return this.#lock.run(id, 'database', host.deadline, async () => work(await host.registry(id)));
  }

  /** @throws {ApiError} 412 if the registry has none of the versions */
  async #requireVersion({ host }: Caller, registry: HostRegistry, versions: ReadonlySet<string>): Promise<void> {
    const ids = await this.#itemIds.ordered(registry.itemIds, registry.id, host.deadline);
    if (!versions.has(registryView(registry, ids).version)) throw new ApiError('registryChanged');
  }

  /**
   * Adds items: all of them, or none.
   * @param also returns a statement of the same transaction
   * @throws {ApiError} 409 if an external id is taken; 422 if the registry is full
   */
  async addItems(
    request: RegistryRequest,
    all: readonly ItemRegistryCreate[],
    also?: Alongside<Item>,
  ): Promise<{ items: Item[]; isSynced: boolean }> {
    const { caller } = request;
    const registry = await this.#registryOf(request, 'state');
    const { id } = request.params;
    const externalIds = all.map(({ external_id }) => external_id).filter((one) => one != null);
    if (new Set(externalIds).size < externalIds.length) throw new ApiError('externalIdTaken');
    const items = await this.#items.within(caller.host.deadline).insertAll(id, all, also);
    if (items.length === 0) throw await whyNotTaken(this.#items, id, externalIds);
    const outcome = await this.#itemIds.sync(caller.host, registry);
    if (outcome === 'gone') {
      // The registry was deleted in the meantime.
      for (const item of items) await this.#items.deactivate({ id: item.id, registryId: id });
      throw new ApiError('registryNotFound');
    }
    return { items, isSynced: outcome === 'synced' };
  }

  /**
   * Makes an item inactive.
   * @param versions accepted `updated_at`
   * @returns false if the host's list lacks the change; the next request of an owner or admin repairs it
   * @throws {ApiError} 404, 412
   */
  async removeItem(request: RegistryRequest, itemId: number, versions: AcceptedVersions): Promise<boolean> {
    const { caller } = request;
    const registry = await this.#registryOf(request, 'state');
    const { id } = request.params;
    const items = this.#items.within(caller.host.deadline);
    await changeOne(items, id, itemId, versions, (target) => items.deactivate(target));
    const [outcome] = await Promise.all([
      this.#itemIds.sync(caller.host, registry),
      this.appearances.otherLists(caller, itemId, id).then((lists) => this.appearances.syncOthers(caller, lists)),
    ]);
    return outcome !== 'pending';
  }

  /** Compares a registry's list on the host with the items, and repairs it unless `isDryRun`. */
  async reconcile(host: HostSession, id: number, isDryRun: boolean): Promise<SyncOutcome | 'in line' | 'differs'> {
    const registry = await host.registry(id);
    if (await this.#itemIds.matchesItems(registry)) return 'in line';
    return isDryRun ? 'differs' : this.#itemIds.sync(host, registry);
  }

  /** Returns the ids of registries that were shown, ascending. @throws {DatabaseUnavailable} */
  async knownIds(): Promise<number[]> {
    return (await this.#known?.ids()) ?? [];
  }

  get waiting(): number {
    return this.#lock.waiting;
  }

  /** Waits until no change is under way. */
  idle(): Promise<void> {
    return this.#lock.idle();
  }

  /**
   * Reads a registry, and from the day of the reveal on, reveals its purchases. If the reveal fails, the next read
   * tries again.
   */
  async #read(
    caller: Caller,
    id: number,
    role: RegistryRole,
    extent: Extent = 'whole',
  ): Promise<{ registry: OpenedRegistry; now: SurpriseNow }> {
    const registry = await readRegistry(caller, id, role, extent, (trashed) => this.#note(caller, trashed, []));
    const now = {
      surprise: registry.surprise,
      hasRevealDayCome: await hasRevealDayCome(registry, Date.now(), () => caller.host.timeZone()),
    };
    if (now.hasRevealDayCome) await this.#reveal(caller, registry);
    return { registry, now };
  }

  /** Reads the registry of a request. */
  async #registryOf(request: RegistryRequest, extent: Extent = 'whole'): Promise<OpenedRegistry> {
    return (await this.#read(request.caller, request.params.id, declaredRole(request), extent)).registry;
  }

  async #reveal(caller: Caller, registry: OpenedRegistry): Promise<void> {
    const { id } = registry;
    try {
      const promises = this.#promises.within({ left: Math.min(caller.host.deadline.left, REVEAL_TIMEOUT_MS) });
      const today = todayOf(caller.host);
      const dayBegan = async () => startOf(listStateOf(registry).revealDay, await caller.host.timeZone());
      if (!(await promises.hasUnrevealed(id, today, dayBegan))) return;
      // Owners already see the givers of purchases made on or after the reveal day, or with the level `names`.
      const hadNames = async (createdAt: string) =>
        registry.surprise === 'names' ||
        (await hasRevealDayCome(registry, Date.parse(createdAt), () => caller.host.timeZone()));
      const nameless = await promises.purchases.timesOfNameless(id);
      const namesSince = (await Promise.all(nameless.map(hadNames))).every(Boolean) ? FROM_THE_BEGINNING : null;
      await promises.reveal({ registryId: id, namesSince, today, dayBegan });
    } catch (error) {
      this.#log.warn(
        { err: error, registry: id, reqId: caller.host.requestId },
        'purchases were not revealed; the next request tries again',
      );
    }
  }

  /** If the caller may edit the registry, starts to compare and repair its list. */
  #opened(caller: Caller, registry: HostRegistry, readActive?: ReadActive, before?: HostRegistry): OpenRegistry {
    const active = once(async (): Promise<ActiveItems> => {
      // A co-owner who has just left the registry still gets the answer to this change.
      const id = openedIf(mayRead(caller.user, before ?? registry), registry.id);
      const found = readActive
        ? await readActive(id, roleOf(caller.user, registry))
        : await this.#items.within(caller.host.deadline).activeOn(id);
      const state = listStateOf(registry);
      if (found.state !== undefined && found.state !== stateText(state)) await this.#promises.appearances.note(state);
      return found;
    });
    const sorted = once(async () => this.#itemIds.sortAndRepair(caller, registry, (await active()).ids));
    const itemIds = once(async () => {
      const ids = await sorted();
      await this.#note(caller, registry, ids, before);
      return ids;
    });
    if (mayEdit(caller.user, registry))
      sorted().catch((error) =>
        this.#log.warn({ err: error, reqId: caller.host.requestId }, 'registry_item_ids was not compared'),
      );
    return openedWith(caller, registry, itemIds, async () => (await active()).shared);
  }
}

/** On a host without the plugin, which has no co-owners. */
async function findRegistries(
  { host, user }: Caller,
  role: ListedRole,
  { skip, limit }: { skip: number; limit: number },
): Promise<HostRegistryPage> {
  const registries: HostRegistry[] = [];
  let total = 0;
  if (role === 'co-owner') return { registries, total };
  for await (const registry of host.readableRegistries()) {
    if (!ROLES[role](user, registry)) continue;
    if (total >= skip && registries.length < limit) registries.push(registry);
    total++;
  }
  return { registries, total };
}

const NONE_SHARED = async (): Promise<SharedItems> => new Map();

const openedWith = (
  { user }: Caller,
  registry: HostRegistry,
  itemIds: () => Promise<number[]>,
  shared: () => Promise<SharedItems>,
): OpenRegistry => ({
  id: registry.id,
  isEditable: mayEdit(user, registry),
  isRecipient: isRecipient(user, registry),
  readerRole: roleOf(user, registry),
  isAuthor: user.id === registry.author,
  invitees: registry.invitees,
  itemIds,
  shared,
  view: async () => registryView(registry, await itemIds()),
});

function roleOf(user: User, registry: HostRegistry): ReaderRole {
  if (user.isAdmin) return 'admin';
  if (isKeeper(user, registry)) return 'keeper';
  if (!isRecipient(user, registry)) return 'guest';
  return user.id === registry.author ? 'author' : 'co-owner';
}
