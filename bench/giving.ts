import { randomUUID } from 'node:crypto';
import type { Load } from './load.ts';

/** Most purchases that a registry holds of others than its owner. */
const PER_REGISTRY = 2000;

/** Over how many wishes, each of a registry of its own, purchases are spread. */
const WISHES = 1000;

/**
 * Makes wishes, and returns the loads of people who give them, by what is to be printed of them: all give the same wish,
 * and when its registry is full the next one; they give many wishes; all want one of which nothing is left.
 * @param most how many purchases of one wish there will be at most
 * @param headers of an administrator
 */
export async function givingLoads(
  url: string,
  headers: Record<string, string>,
  most: number,
): Promise<Record<string, Load>> {
  const hot = await wishes(Math.ceil(most / PER_REGISTRY), 1_000_001, 1_000_000);
  const many = await wishes(WISHES, 2_000_001, 1_000_000);
  const gone = await wishes(1, 3_000_001, 1);
  let [given, spread] = [0, 0];
  const load = (item: () => number | undefined): Load => ({
    connections: 64,
    method: 'PUT',
    path: '/purchases/',
    headers,
    next: () => ({
      path: `/purchases/${randomUUID()}`,
      body: JSON.stringify({ item_id: item(), secret: true, giver_name: 'Aunt Ada', message: 'All the best!' }),
    }),
  });
  const body = JSON.stringify({ item_id: gone[0], secret: true });
  await fetch(`${url}/purchases/${randomUUID()}`, { method: 'PUT', headers, body });
  return {
    'gifts of one wish': load(() => hot[Math.floor(given++ / PER_REGISTRY)]),
    'gifts of 1,000 wishes': load(() => many[spread++ % WISHES]),
    'gifts, nothing left': { ...load(() => gone[0]), status: 409 },
  };

  async function wishes(count: number, registry: number, needed: number): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const fields = { registry_id: registry + n, quantity_needed: needed };
      const body = JSON.stringify({ name: 'Cast-iron pot', url: 'https://pots.example/cast-iron-26', ...fields });
      const answer = await fetch(`${url}/items`, { method: 'POST', headers, body });
      const id = /"id":(\d+)/.exec(await answer.text())?.[1];
      ids.push(Number(id));
    }
    return ids;
  }
}
