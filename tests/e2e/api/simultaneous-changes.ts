import type { InviteesResponse, Item, ItemPublicResponse } from '@largesse/contract';
import type { ProxiedSite } from '../plugin/proxied-site.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { create, read } from '../wordpress/requests.ts';

/** Result of simultaneous changes on the site and through the API. */
export interface AtOnceReport {
  rounds: number;
  /** Number of answers for each side and status. A key is, for example, `api 200`. */
  answers: Record<string, number>;
  /** Messages about the first failed rounds. A round fails if a list does not contain exactly the expected entries. */
  wrong: string[];
}

/**
 * Changes the lists of a registry on the site and through the API at the same time. In each round, both sides invite a
 * person and add an item. Then each side removes the entries of the other side.
 */
export async function changeAtOnce({ system }: ProxiedSite, rounds: number): Promise<AtOnceReport> {
  const id = await create(system.site, 'owner', {});
  const report: AtOnceReport = { rounds, answers: {}, wrong: [] };
  const count = <T extends { status: number }>(side: 'api' | 'site', answer: T): T => {
    const key = `${side} ${answer.status}`;
    report.answers[key] = (report.answers[key] ?? 0) + 1;
    return answer;
  };
  const api = async <T>(method: string, path: string, body?: object) =>
    count('api', await system.request<T>('owner', method, `/registries/${id}${path}`, { ...(body && { body }) }));
  const site = async (method: string, path: string, body?: object) =>
    count('site', await ask(system.site, 'owner', method, `/${id}${path}`, body));
  const item = (name: string) => ({ name, url: 'https://shop.example/kettle' });

  /**
   * Compares the lists with the expected entries.
   * @param isSynced false if the API has not updated the list of items; the items are then not compared
   */
  const check = async (round: string, invitees: string[], isSynced: boolean) => {
    const { meta } = (await read(system.site, 'owner', id)).body;
    const active = await system.request<Item[]>('admin', 'GET', `/items?registry_id=${id}`);
    const found = {
      invitees: JSON.parse(meta.registry_invitees).sort(),
      items: JSON.parse(meta.registry_item_ids).sort((one: number, other: number) => one - other),
    };
    const expected = { invitees: invitees.toSorted(), items: active.body.map((one) => one.id) };
    if (!isSynced) found.items = expected.items;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      report.wrong.push(`${round}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };

  for (let round = 0; round < rounds && report.wrong.length < 5; round++) {
    const [here, there] = [`api${round}`, `site${round}`];
    const [invited, invitedThere, added, addedThere] = await Promise.all([
      api<InviteesResponse>('POST', '/invitees', { invitees: [here] }),
      site('POST', '/invitees', { invitee: there }),
      api<ItemPublicResponse>('POST', '/items', item(here)),
      site('POST', '/items', item(there)),
    ]);
    const present = [...(invited.status === 200 ? [here] : []), ...(invitedThere.status === 200 ? [there] : [])];
    await check(`round ${round}, added`, present, added.headers['registry-sync'] === undefined);
    const [removed] = await Promise.all([
      api('DELETE', `/items/${addedThere.body.item}`),
      site('DELETE', `/items/${added.body.data.id}`),
      api('DELETE', `/invitees/${there}`),
      site('DELETE', '/invitees', { invitee: here }),
    ]);
    await check(`round ${round}, removed`, [], removed.headers['registry-sync'] === undefined);
  }
  return report;
}
