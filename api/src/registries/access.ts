import type { Caller } from '../auth/authenticate.ts';
import type { User } from '../auth/user.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError, type ErrorName } from '../http/errors.ts';
import type { ItemAccess } from '../items/access.ts';
import { inviteeKey } from './invitees/list.ts';

/** What of a registry says what somebody is to it. */
type People = Pick<HostRegistry, 'author' | 'owners' | 'keepers' | 'invitees'>;

/** Tells whether a user is a co-owner of a registry, which is somebody else's (rules: Co-owners and keepers). */
export const isCoOwner = (user: User, { author, owners }: People): boolean =>
  user.id !== author && contains(owners, user);

/** Tells whether a user is an owner of a registry: its author, or a co-owner. */
const isOwner = (user: User, registry: People): boolean => user.id === registry.author || isCoOwner(user, registry);

/** Tells whether a user sees every gift of a registry, even while it is secret. */
export const isKeeper = (user: User, { keepers }: Pick<People, 'keepers'>): boolean => contains(keepers, user);

/** Tells whether the surprise is for a user: they own the registry, and do not keep its secrets. */
export const isRecipient = (user: User, registry: People): boolean =>
  isOwner(user, registry) && !isKeeper(user, registry);

/** Tells whether a user may change a registry: owners and admins may (rules: Roles 2). */
export const mayEdit = (user: User, registry: People): boolean => user.isAdmin || isOwner(user, registry);

/** Tells whether a user may delete a registry: its author and admins may. */
const mayDelete = (user: User, { author }: People): boolean => user.isAdmin || user.id === author;

/** Tells whether a user may free what guests of a registry give: whoever may change it, and keepers. */
const mayFree = (user: User, registry: People): boolean => mayEdit(user, registry) || isKeeper(user, registry);

/** Tells whether a user may read a registry: whoever may free its gifts, and invitees. */
const mayRead = (user: User, registry: People): boolean => mayFree(user, registry) || contains(registry.invitees, user);

/**
 * Tells whether a new list of keepers would make a keeper of an owner who is none, as far as the service can tell: it knows
 * the names of the caller alone, the host those of all (rules: Co-owners and keepers).
 */
export function makesKeeperOfOwner(user: User, registry: People, keepers: readonly string[]): boolean {
  const keys = (entries: readonly string[]): Set<string> => new Set(entries.map(inviteeKey));
  const [before, owners] = [keys(registry.keepers), keys(registry.owners)];
  const isRefused = (entry: string): boolean =>
    owners.has(inviteeKey(entry)) || (isRecipient(user, registry) && names(entry, user));
  return keepers.some((entry) => !before.has(inviteeKey(entry)) && isRefused(entry));
}

/** What somebody may want of a registry, and who may do it. */
const NEEDS = { read: mayRead, free: mayFree, edit: mayEdit, delete: mayDelete } as const;
export type Need = keyof typeof NEEDS;

const contains = (entries: readonly string[], user: User): boolean => entries.some((entry) => names(entry, user));

/** Tells whether an entry names a user: one with `@` is an e-mail address, any other a user name. */
function names(entry: string, user: User): boolean {
  const own = entry.includes('@') ? user.email : user.username;
  return own !== '' && inviteeKey(entry) === inviteeKey(own);
}

/**
 * Reads a registry with the caller's own credentials, if they may do with it what they need.
 * @throws {ApiError} 404 when it is missing or in the trash, or is a draft of somebody else; 403 when the caller may not
 * @throws {HostError}
 */
export async function readRegistry(caller: Caller, id: number, need: Need): Promise<HostRegistry> {
  const registry = await caller.host.registry(id);
  if (registry.status === 'trash') throw new ApiError('registryNotFound');
  const isShared = registry.status === 'publish' || registry.status === 'private';
  if (!isShared && !mayEdit(caller.user, registry)) throw new ApiError('registryNotFound');
  if (!NEEDS[need](caller.user, registry)) throw new ApiError('notAllowed');
  return registry;
}

/** Lets `/items` routes follow the item's registry (setting ITEMS_ACCESS=registry). */
export const followsRegistry: ItemAccess = {
  async list(caller, registryId) {
    if (caller.user.isAdmin) return;
    if (registryId === undefined) throw new ApiError('notAllowed');
    await follow(caller, registryId, 'read', 'registryNotFound');
  },
  async read(caller, registryId, missing) {
    await follow(caller, registryId, 'read', missing);
  },
  async write(caller, registryId, missing) {
    await follow(caller, registryId, 'edit', missing);
  },
};

/** Checks the registry of an item; admins may use all items, also those of a registry that is gone. */
async function follow(caller: Caller, id: number, need: 'read' | 'edit', missing: ErrorName): Promise<void> {
  if (caller.user.isAdmin) return;
  try {
    await readRegistry(caller, id, need);
  } catch (error) {
    const isGone = isHostFailure(error, 'not-found') || (error instanceof ApiError && error.status === 404);
    throw isGone ? new ApiError(missing) : error;
  }
}
