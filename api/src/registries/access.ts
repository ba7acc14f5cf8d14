import type { Caller } from '../auth/authenticate.ts';
import type { User } from '../auth/user.ts';
import { isHostFailure } from '../host/errors.ts';
import { type HostRegistry, inviteeKey } from '../host/registry.ts';
import { ApiError, type ErrorName } from '../http/errors.ts';
import type { ItemAccess } from '../items/change.ts';

/** The people of a registry. */
type People = Pick<HostRegistry, 'author' | 'owners' | 'keepers' | 'invitees'>;

/** Returns whether a user is a co-owner of another user's registry (rules: Co-owners and keepers). */
const isCoOwner = (user: User, { author, owners }: People): boolean => user.id !== author && contains(owners, user);

const isOwner = (user: User, registry: People): boolean => user.id === registry.author || isCoOwner(user, registry);

/** Returns whether a user is a keeper, who sees every gift of a registry, including secret gifts. */
export const isKeeper = (user: User, { keepers }: Pick<People, 'keepers'>): boolean => contains(keepers, user);

/** Returns whether a user is a recipient: an owner who is not a keeper. */
export const isRecipient = (user: User, registry: People): boolean =>
  isOwner(user, registry) && !isKeeper(user, registry);

/** Returns whether a user may change a registry. Owners and admins have this permission (rules: Roles). */
export const mayEdit = (user: User, registry: People): boolean => user.isAdmin || isOwner(user, registry);

/** Returns whether a user may delete a registry. The author and admins have this permission. */
const mayDelete = (user: User, { author }: People): boolean => user.isAdmin || user.id === author;

/** Returns whether a user is invited to another user's registry. */
const isInvited = (user: User, { author, invitees }: People): boolean => user.id !== author && contains(invitees, user);

/** Functions that check the caller's role in a listed registry (rules: Lists). */
export const ROLES = {
  'co-owner': isCoOwner,
  invitee: isInvited,
  any: (user: User, registry: People): boolean =>
    isOwner(user, registry) || isKeeper(user, registry) || isInvited(user, registry),
} as const;

/** Returns whether a user may release guests' gifts. Owners, keepers and admins have this permission. */
const mayFree = (user: User, registry: People): boolean => mayEdit(user, registry) || isKeeper(user, registry);

/** Returns whether a user may read a registry. Owners, keepers, invitees and admins have this permission. */
const mayRead = (user: User, registry: People): boolean => mayFree(user, registry) || contains(registry.invitees, user);

/**
 * Returns whether a new list of keepers adds an owner who is not a keeper yet. Finds only the caller, and entries that
 * the list of owners also contains. The host finds all owners, for example by their e-mail addresses (rules: Co-owners
 * and keepers).
 */
export function makesKeeperOfOwner(user: User, registry: People, keepers: readonly string[]): boolean {
  const keys = (entries: readonly string[]): Set<string> => new Set(entries.map(inviteeKey));
  const [before, owners] = [keys(registry.keepers), keys(registry.owners)];
  const isRefused = (entry: string): boolean =>
    owners.has(inviteeKey(entry)) || (isRecipient(user, registry) && names(entry, user));
  return keepers.some((entry) => !before.has(inviteeKey(entry)) && isRefused(entry));
}

/** Functions that check the permissions. */
const NEEDS = { read: mayRead, free: mayFree, edit: mayEdit, delete: mayDelete } as const;
export type Need = keyof typeof NEEDS;

const contains = (entries: readonly string[], user: User): boolean => entries.some((entry) => names(entry, user));

/** Returns whether an entry names a user. Entries with `@` are e-mail addresses; other entries are user names. */
function names(entry: string, user: User): boolean {
  return inviteeKey(entry) === inviteeKey(entry.includes('@') ? user.email : user.username);
}

/**
 * Reads a registry with the caller's own credentials, if the caller has the required permission.
 * @param onTrash called with a registry in the trash that the caller may edit
 * @throws {ApiError} 404 if the registry is in the trash or is another user's draft; 403 without permission
 * @throws {HostError} `not-found` if the registry does not exist
 */
export async function readRegistry(
  caller: Caller,
  id: number,
  need: Need,
  onTrash?: (registry: HostRegistry) => Promise<void>,
): Promise<HostRegistry> {
  const registry = await caller.host.registry(id);
  if (registry.status === 'trash') {
    if (mayEdit(caller.user, registry)) await onTrash?.(registry);
    throw new ApiError('registryNotFound');
  }
  const isShared = registry.status === 'publish' || registry.status === 'private';
  if (!isShared && !mayEdit(caller.user, registry)) throw new ApiError('registryNotFound');
  if (!NEEDS[need](caller.user, registry)) throw new ApiError('notAllowed');
  return registry;
}

/** Applies the permissions of the item's registry to `/items` routes (setting ITEMS_ACCESS=registry). */
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

/**
 * Checks the caller's permission for the registry of an item. Admins may use all items, even items of deleted
 * registries.
 */
async function follow(caller: Caller, id: number, need: 'read' | 'edit', missing: ErrorName): Promise<void> {
  if (!caller.user.isAdmin) await readRegistryOfItem(caller, id, need, missing);
}

/**
 * Reads the registry of an item.
 * @throws {ApiError} `missing` if the registry does not exist, or is hidden from the caller; 403 without permission
 */
export async function readRegistryOfItem(caller: Caller, id: number, need: Need, missing: ErrorName) {
  try {
    return await readRegistry(caller, id, need);
  } catch (error) {
    const isGone = isHostFailure(error, 'not-found') || (error instanceof ApiError && error.status === 404);
    throw isGone ? new ApiError(missing) : error;
  }
}
