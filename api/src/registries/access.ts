import type { Caller } from '../auth/authenticate.ts';
import type { User } from '../auth/user.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError, type ErrorName } from '../http/errors.ts';
import type { ItemAccess } from '../items/access.ts';
import { inviteeKey } from './invitees/list.ts';

/** Tells whether a user may change a registry: owners and admins may (rules: Roles 2). */
export function mayEdit(user: User, registry: HostRegistry): boolean {
  return user.isAdmin || user.id === registry.author;
}

/** Tells whether a user may read a registry: anyone who may edit it, and invitees. */
export function mayRead(user: User, registry: HostRegistry): boolean {
  return mayEdit(user, registry) || registry.invitees.some((entry) => names(entry, user));
}

/** Tells whether an entry names a user: one with `@` is an e-mail address, any other a user name. */
function names(entry: string, user: User): boolean {
  const own = entry.includes('@') ? user.email : user.username;
  return own !== '' && inviteeKey(entry) === inviteeKey(own);
}

/**
 * Reads a registry with the caller's own credentials, if they may read it, or edit it.
 * @throws {ApiError} 404 when it is missing or in the trash, or is a draft of somebody else; 403 when the caller may not
 * @throws {HostError}
 */
export async function readRegistry(caller: Caller, id: number, need: 'read' | 'edit'): Promise<HostRegistry> {
  const registry = await caller.host.registry(id);
  if (registry.status === 'trash') throw new ApiError('registryNotFound');
  const isShared = registry.status === 'publish' || registry.status === 'private';
  if (!isShared && !mayEdit(caller.user, registry)) throw new ApiError('registryNotFound');
  if (!(need === 'edit' ? mayEdit : mayRead)(caller.user, registry)) throw new ApiError('notAllowed');
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
