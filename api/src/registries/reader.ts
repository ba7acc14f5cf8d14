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
  // Guests need no set: of gifts, a guest sees only their own, and only admins read shares.
  const received = role === 'keeper' ? await registries.recipients.itemsOn(caller, registry) : ReceivedItems.none;
  return { listId: id, role, isAuthor, isEditor, userId: caller.user.id, now, received };
}
