import { isThrough } from '../appearances/store.ts';
import type { Statements, Value } from '../database/database.ts';
import { type Erasure, lowerCaseAddress } from '../database/people.ts';
import { IdeaStore } from './ideas.ts';
import { conditionsOf, PERSON } from './purchases.ts';
import { ShareStore } from './shares.ts';

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
  const data = onlyAddresses ? ['giver_email'] : [...PERSON, 'external_id'];
  const { conditions, values } = erasureOf(whose, database);
  const sql = `UPDATE purchases SET ${data.map((column) => `${column} = NULL`).join(', ')}
    WHERE ${conditions.join(' AND ')} AND (${data.map((column) => `${column} IS NOT NULL`).join(' OR ')}) RETURNING id`;
  const lockId = 'registry_id' in whose ? whose.registry_id : undefined;
  return ideas + shares + (await database.write(sql, values, { lockId })).length;
}

/** Erases givers from the log of changes. The log contains the user ids of givers, but no addresses. */
async function eraseFromEvents(database: Statements, whose: Erasure): Promise<void> {
  const clear = 'UPDATE events SET giver_user_id = NULL WHERE giver_user_id IS NOT NULL AND';
  if ('giver_user_id' in whose) {
    await database.write(`${clear} giver_user_id = $1`, [whose.giver_user_id]);
    return;
  }
  if ('registry_id' in whose && whose.before === undefined) {
    await database.write(`${clear} registry_id = $1`, [whose.registry_id]);
    if (!database.joinsRegistries) return;
  }
  const { conditions, values } = erasureOf(whose, database);
  const gifts = `SELECT registry_id, id, item_id FROM purchases
    WHERE giver_user_id IS NOT NULL AND ${conditions.join(' AND ')}`;
  // The events of a gift are in the logs of all lists of its item.
  const sql = database.joinsRegistries
    ? `${gifts} UNION SELECT a.registry_id, found.id, found.item_id FROM (${gifts}) AS found
      JOIN appearances AS a ON a.item_id = found.item_id`
    : gifts;
  for (const [registryId, id] of await database.read<[registryId: number, id: string, itemId: number]>(sql, values))
    await database.write(`${clear} registry_id = $1 AND purchase_id = $2`, [registryId, id]);
}

/** A registry's gifts were given through its list. */
function erasureOf(whose: Erasure, database: Statements): { conditions: string[]; values: Value[] } {
  const { conditions, values } = conditionsOf(whose);
  if ('registry_id' in whose && database.joinsRegistries) conditions[0] = isThrough('$1');
  if ('before' in whose && whose.before !== undefined) {
    values.push(whose.before);
    conditions.push(`created_at < $${values.length}`);
  }
  return { conditions, values };
}
