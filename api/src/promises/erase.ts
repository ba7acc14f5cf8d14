import { PERSONAL_GIFT_FIELDS } from '@largesse/contract';
import { isThrough } from '../appearances/store.ts';
import type { Statements } from '../database/database.ts';
import { cleared, type Erasure, hasAny, isOf, lowerCaseAddress, valuesOf } from '../database/people.ts';
import { columns, forms, parameters, query, type Sql, sql } from '../database/statements.ts';
import { IdeaStore } from './ideas.ts';
import { ShareStore } from './shares.ts';

const $ = parameters('userId', 'registryId', 'purchaseId');
const ID = columns<{ id: string }>({ id: 'id' });
const GIFT = columns<{ registryId: number; purchaseId: string; itemId: number }>({
  registryId: 'registry_id',
  purchaseId: 'id',
  itemId: 'item_id',
});

/** Erases givers from the log of changes. The log contains the user ids of givers, but no addresses. */
const CLEAR = sql`UPDATE events SET giver_user_id = NULL WHERE giver_user_id IS NOT NULL`;
const CLEAR_USER = query()`${CLEAR} AND giver_user_id = ${$.userId}`;
const CLEAR_REGISTRY = query()`${CLEAR} AND registry_id = ${$.registryId}`;
const CLEAR_GIFT = query()`${CLEAR} AND registry_id = ${$.registryId} AND purchase_id = ${$.purchaseId}`;

/**
 * Erases givers and their messages. The promises themselves stay.
 * @returns the number of purchases, ideas and shares that lost data
 * @throws {DatabaseUnavailable}
 */
export async function eraseGivers(database: Statements, given: Erasure, onlyAddresses: boolean): Promise<number> {
  const whose = 'giver_email' in given ? { giver_email: lowerCaseAddress(given.giver_email) } : given;
  if (!onlyAddresses) await eraseFromEvents(database, whose);
  const ideas = await new IdeaStore(database).erase(whose, onlyAddresses);
  const shares = await new ShareStore(database).erase(whose, onlyAddresses);
  const data = onlyAddresses ? ['giver_email'] : PERSONAL_GIFT_FIELDS;
  const erase = query(ID)`UPDATE purchases SET ${cleared(data)}
    WHERE ${isGivenBy(whose)} AND ${hasAny(data)} RETURNING ${ID}`;
  const lockId = 'registry_id' in whose ? whose.registry_id : undefined;
  return ideas + shares + (await erase.write(database, valuesOf(whose), { lockId })).length;
}

async function eraseFromEvents(database: Statements, whose: Erasure): Promise<void> {
  if ('giver_user_id' in whose) {
    await CLEAR_USER.write(database, { userId: whose.giver_user_id });
    return;
  }
  const isWholeRegistry = 'registry_id' in whose && whose.before === undefined;
  if (isWholeRegistry) await CLEAR_REGISTRY.write(database, { registryId: whose.registry_id });
  const gifts = sql`SELECT ${GIFT} FROM purchases
    WHERE giver_user_id IS NOT NULL AND ${isGivenBy(whose)}`;
  // The events of a gift are in the logs of all lists of its item.
  const onAllLists = sql`${gifts} UNION SELECT a.registry_id, found.id, found.item_id FROM (${gifts}) AS found
        JOIN appearances AS a ON a.item_id = found.item_id`;
  const find = query(GIFT)`${forms({ anywhere: onAllLists, perRegistry: isWholeRegistry ? null : gifts })}`;
  for (const gift of await find.read(database, valuesOf(whose))) await CLEAR_GIFT.write(database, gift);
}

/** SQL condition for purchases. A registry's gifts were given through its list. */
const isGivenBy = (whose: Erasure): Sql<keyof ReturnType<typeof valuesOf>> => isOf(whose, 'giver', isThrough);
