import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Event, Events, EventsQuery, wordedRule } from '@largesse/contract';
import { requireAdmin } from '../auth/user.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { RegistryRequest } from '../registries/access.ts';
import type { Registries } from '../registries/registries.ts';
import { type EventStore, type EventView, type LoggedEvent, START } from './store.ts';
import type { EventWaits } from './waits.ts';

const NEXT_CURSOR = {
  ...nextPageHeader,
  'Next-Cursor': { type: 'string', description: 'Send this cursor as `after` in the next request' },
};

/** Adds the feed of events (rules: Events). */
export function eventRoutes(app: Routes, events: EventStore, waits: EventWaits, registries: Registries): void {
  const cursors = new Cursors(events.recording.cursorKey);

  app.get(
    '/events',
    operation(
      'Events',
      'listEvents',
      'List events',
      'reader',
      {
        description:
          'Lists the changes of items, purchases, ideas and shares that the caller may see, oldest first. To continue, send ' +
          'the value of `Next-Cursor` as `after`. The caller then gets each event exactly once. With `wait`, the ' +
          'service waits for an event before it answers. Only admins may omit `registry_id`, or use `view`.',
        querystring: EventsQuery,
        response: { 200: { ...Events, headers: NEXT_CURSOR } },
      },
      ['read', 'events'],
    ),
    async (request, reply) => {
      const { caller, query } = request;
      const { registry_id: registryId, after, limit, wait, view: asOwner } = query;
      const sent = after === undefined || after === 'now' ? null : cursorIn(after);
      let reader = await feedReaderOf(request, registryId, asOwner !== undefined);
      const { view } = reader;
      if (sent && sent.issuedAt < events.keptFrom) throw new ApiError('cursorTooOld');
      const store = registryId === undefined ? events : events.within(caller.host.deadline);
      const { position, events: read } = await waits.inTurn(async () => {
        const from = sent?.position ?? (after === 'now' ? await store.last(view) : START);
        return { position: from, events: await store.after(view, from, limit) };
      });
      let found = read;
      if (found.length === 0 && wait > 0) {
        // The wait takes no time from the request, which may read the registry again afterwards.
        caller.host.deadline.pause();
        found = await waits.forEvents(caller.user.id, view, wait * 1000, { after: position, limit }, reply.raw, () =>
          events.after(view, position, limit),
        );
        caller.host.deadline.resume();
        // The caller may have lost or changed their role while they waited.
        if (found.length > 0 && registryId !== undefined) {
          const now = await feedReaderOf(request, registryId, asOwner !== undefined);
          if (JSON.stringify(now) !== JSON.stringify(reader)) found = await events.after(now.view, position, limit);
          reader = now;
        }
      }
      const last = found.at(-1);
      const next = last === undefined && sent && after ? after : cursors.write(last?.position ?? position);
      if (found.length === limit) linkNextPage(reply, { after: next });
      return reply.header('next-cursor', next).send(found.map((event) => shownTo(reader, event)));
    },
  );

  function cursorIn(text: string): Cursor {
    const cursor = cursors.read(text);
    if (cursor === null) throw invalidInput(wordedRule('after', 'format', 'cursor'));
    return cursor;
  }

  /** Returns the part of the log that a caller may see. @throws {ApiError} 403, 404, 501 */
  async function feedReaderOf(
    { caller, routeOptions }: Omit<RegistryRequest, 'params'>,
    registryId: number | undefined,
    asOwner: boolean,
  ): Promise<FeedReader> {
    if (registryId === undefined || asOwner) requireAdmin(caller);
    if (registryId === undefined) {
      events.recording.requireOneLog();
      return { view: { sees: asOwner ? 'everything open' : 'everything' } };
    }
    const registry = await registries.open({ caller, routeOptions, params: { id: registryId } });
    // Records changes on the host that nobody has reported.
    await registry.itemIds();
    const { id } = registry;
    if (asOwner) return { view: { sees: 'everything open', registryId: id } };
    const ofCaller = { registryId: id, userId: caller.user.id, isAuthor: registry.isAuthor };
    if (registry.isRecipient) return { view: { sees: 'open', ...ofCaller } };
    const isGuest = registry.readerRole === 'guest';
    const guest = isGuest ? { guestId: caller.user.id } : {};
    // A recipient of another list with some of the items must not learn of their secret gifts (rules: Appearances).
    const { ids: received } = await registries.recipients.itemsOn(caller, registry);
    const sees = isGuest ? 'guest' : 'registry';
    if (received.length > 0) return { view: { sees: `${sees} in part`, received, ...ofCaller }, ...guest };
    return { view: { sees, registryId: id }, ...guest };
  }
}

/** What a caller may see of the log. */
interface FeedReader {
  view: EventView;
  /** Id of a guest, who learns that other guests' gifts change, because the items show it, but not which gifts. */
  guestId?: number;
}

/** Omits the fields that decide who sees an event. */
const shownTo = (
  { guestId }: FeedReader,
  { id, type, at, registryId, itemId, purchaseId, giverUserId }: LoggedEvent,
): Event => ({
  id,
  type,
  at,
  registry_id: registryId,
  item_id: itemId,
  purchase_id: guestId === undefined || giverUserId === guestId ? purchaseId : null,
});

/** The content of a cursor. */
export interface Cursor {
  position: number;
  /** Time at which the service issued the cursor (milliseconds since 1970). */
  issuedAt: number;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A position of 8 bytes, and a time of 6 bytes. */
const CONTENT_BYTES = 14;
const BYTES = NONCE_BYTES + CONTENT_BYTES + TAG_BYTES;

/** Encrypts positions in the log. Otherwise, two cursors would show the number of events between them. */
class Cursors {
  readonly #key: Buffer;

  /** @param key 64 hexadecimal digits, the same in all processes of a database */
  constructor(key: string) {
    this.#key = Buffer.from(key, 'hex');
  }

  /** Creates a cursor for a position and the current time. All cursors have the same length. */
  write(position: number): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.writeBigInt64BE(BigInt(position), 0);
    content.writeUIntBE(Date.now(), 8, 6);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const encrypted = Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    return encrypted.toString('base64url');
  }

  /** Returns null if the text is no cursor of this database. */
  read(text: string): Cursor | null {
    const encrypted = Buffer.from(text, 'base64url');
    // The second comparison finds invalid characters, which the decoder ignores.
    if (encrypted.length !== BYTES || encrypted.toString('base64url') !== text) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, encrypted.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
    const content = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return {
      position: Number(content.readBigInt64BE(0)),
      issuedAt: content.readUIntBE(8, 6),
    };
  }
}
