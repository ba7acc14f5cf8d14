import type { Caller } from '../auth/authenticate.ts';
import { type OpenedId, openedIf } from '../auth/opened.ts';
import type { User } from '../auth/user.ts';
import { isHostFailure } from '../host/errors.ts';
import { inviteeKey } from '../host/people-entries.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError, type ErrorName } from '../http/errors.ts';
import type { Role } from '../http/operation.ts';
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
export const mayRead = (user: User, registry: People): boolean =>
  mayFree(user, registry) || contains(registry.invitees, user);

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

/** Functions that check the roles of operations on a registry (rules: Routes). */
const CHECKS = { reader: mayRead, keeper: mayFree, editor: mayEdit, author: mayDelete } as const;
export type RegistryRole = keyof typeof CHECKS;

const isRegistryRole = (role: Role | undefined): role is RegistryRole => role !== undefined && role in CHECKS;

/** A registry that a caller may open in a role. */
export type OpenedRegistry = HostRegistry & { readonly id: OpenedId };

/** A request to an operation on a registry. */
export interface RegistryRequest {
  readonly caller: Caller;
  readonly params: { readonly id: number };
  readonly routeOptions: { readonly config: { readonly role?: Role | undefined } };
}

/** Returns the role that the operation of a request declares. @throws {Error} if it is no role on a registry */
export function declaredRole({ routeOptions: { config } }: Pick<RegistryRequest, 'routeOptions'>): RegistryRole {
  if (!isRegistryRole(config.role)) throw new Error(`an operation on a registry declares the role ${config.role}`);
  return config.role;
}

const contains = (entries: readonly string[], user: User): boolean => entries.some((entry) => names(entry, user));

/** Returns whether an entry names a user. Entries with `@` are e-mail addresses; other entries are user names. */
function names(entry: string, user: User): boolean {
  return inviteeKey(entry) === inviteeKey(entry.includes('@') ? user.email : user.username);
}

/** Part of a registry that an operation needs: everything, or the part that a signed request can state. */
export type Extent = 'whole' | 'state';

/**
 * Reads a registry with the caller's own credentials, if the caller has the role.
 * @param onTrash called with a registry in the trash that the caller may edit
 * @throws {ApiError} 404 if the registry is in the trash or is another user's draft; 403 without the role
 * @throws {HostError} `not-found` if the registry does not exist
 */
export async function readRegistry(
  caller: Caller,
  id: number,
  role: RegistryRole,
  extent: Extent = 'whole',
  onTrash?: (registry: HostRegistry) => Promise<void>,
): Promise<OpenedRegistry> {
  const registry = await (extent === 'whole' ? caller.host.registry(id) : caller.host.stateOf(id));
  if (registry.status === 'trash') {
    if (mayEdit(caller.user, registry)) await onTrash?.(registry);
    throw new ApiError('registryNotFound');
  }
  const isPublished = registry.status === 'publish' || registry.status === 'private';
  if (!isPublished && !mayEdit(caller.user, registry)) throw new ApiError('registryNotFound');
  return { ...registry, id: openedIf(CHECKS[role](caller.user, registry), registry.id) };
}

/** Applies the permissions of the item's registry to `/items` routes (setting ITEMS_ACCESS=registry). */
export const followsRegistry: ItemAccess = {
  async list(caller, registryId) {
    if (caller.user.isAdmin) return;
    if (registryId === undefined) throw new ApiError('notAllowed');
    await follow(caller, registryId, 'reader', 'registryNotFound');
  },
  async read(caller, registryId, missing) {
    await follow(caller, registryId, 'reader', missing);
  },
  async write(caller, registryId, missing) {
    await follow(caller, registryId, 'editor', missing);
  },
};

/**
 * Checks the caller's permission for the registry of an item. Admins may use all items, even items of deleted
 * registries.
 */
async function follow(caller: Caller, id: number, role: 'reader' | 'editor', missing: ErrorName): Promise<void> {
  if (!caller.user.isAdmin) await readRegistryOfItem(caller, id, role, missing);
}

/**
 * Reads the registry of an item.
 * @throws {ApiError} `missing` if the registry does not exist, or is hidden from the caller; 403 without the role
 */
export async function readRegistryOfItem(
  caller: Caller,
  id: number,
  role: RegistryRole,
  missing: ErrorName,
  extent: Extent = 'whole',
) {
  try {
    return await readRegistry(caller, id, role, extent);
  } catch (error) {
    const isGone = isHostFailure(error, 'not-found') || (error instanceof ApiError && error.status === 404);
    throw isGone ? new ApiError(missing) : error;
  }
}
