import { type NamedRole, wordedRule } from '@largesse/contract';
import { ReceivedItems } from '../appearances/received.ts';
import type { ListState } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { invalidInput } from '../http/errors.ts';
import { isRecipientRole, type ListLevel, levelOn, type Reader, todayOf } from './surprise.ts';

/** What an admin's request names of a reader (contract: `reader`). */
interface NamedReader {
  view?: 'owner' | 'owner_names' | undefined;
  reader?: NamedRole | undefined;
  is_author?: 'true' | undefined;
  receives?: string | undefined;
}

/**
 * Returns the reader of a registry whom an admin names. The site asks for its visitors, whom the service does not know.
 */
export function readerIn(listId: number, { view, reader: role = 'co-owner', receives, ...named }: NamedReader): Reader {
  const isAuthor = role === 'author' || named.is_author === 'true';
  const isEditor = isAuthor || role === 'co-owner';
  // No state of the list: `view` answers only whether owners see the givers of promises without a level.
  const now = { surprise: view === 'owner_names' ? 'names' : 'counts', hasRevealDayCome: false } as const;
  const received = isRecipientRole(role) || receives !== undefined ? ReceivedItems.all : ReceivedItems.none;
  return { listId, role, isAuthor, isEditor, userId: null, now, received };
}

/** Secrecy of a new promise as an admin's request describes it. */
interface NamedSecrecy {
  secret?: boolean | undefined;
  level?: ListLevel['level'] | undefined;
}

/** @throws {ApiError} 422 if `secret` and `level` contradict each other */
export function requireSameSecrecy({ secret, level }: NamedSecrecy): void {
  if (level !== undefined && secret !== undefined && secret !== (level === 'hidden'))
    throw invalidInput(wordedRule('level', 'conflicts_with', ['secret']));
}

/** Returns what owners of the list may see of a new promise; null if the request does not say it. */
export const levelIn = ({ secret, level }: NamedSecrecy): ListLevel['level'] => (secret ? 'hidden' : (level ?? null));

/**
 * Returns the levels of all lists of a new promise.
 * @param lists the lists of the item, if it is on several
 * @param own the list through which it is made, as the request describes it
 */
export async function levelsOf(caller: Caller, lists: readonly ListState[], own: ListLevel): Promise<ListLevel[]> {
  const today = lists.length > 0 ? await todayOf(caller.host)() : '';
  const known = lists.map((list) => levelOn(list, today));
  const others = known.filter(({ registryId }) => registryId !== own.registryId);
  const level = own.level ?? known.find(({ registryId }) => registryId === own.registryId)?.level ?? null;
  return [{ ...own, level }, ...others];
}
