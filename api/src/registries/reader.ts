import { ReceivedItems } from '../appearances/received.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Reader } from '../promises/surprise.ts';
import type { ReadRegistry, Registries } from './registries.ts';

/** Returns a caller as the reader of an opened registry: the place through which they meet its items and promises. */
export async function readerOf(
  caller: Caller,
  registry: ReadRegistry,
  registries: Pick<Registries, 'recipients'>,
): Promise<Reader> {
  const { id, readerRole: role, isAuthor, isEditable: isEditor, now } = registry;
  // A guest sees only their own gifts, and only admins read shares.
  const received = role === 'guest' ? ReceivedItems.none : await registries.recipients.itemsOn(caller, registry);
  return { listId: id, role, isAuthor, isEditor, userId: caller.user.id, now, received };
}
