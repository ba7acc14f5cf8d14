import { randomUUID } from 'node:crypto';
import type { FakeHost } from '../api/testing/fake-host.ts';
import type { Load } from './load.ts';

/** Users of the host: the owner of its registries, who makes everything, and an administrator. */
export const OWNER = 'owner';
export const ADMIN = 'admin';

/** What a kind of work is measured beside: a bare `node:http` server with the same answer, reads of one item, the host. */
export type Beside = 'bare' | 'item read' | 'the host';

/** A kind of work. */
export interface Work {
  name: string;
  beside: Beside;
  load: Load;
  /** How long the host takes for each of its answers (milliseconds). */
  hostTakes?: number;
}

/** Over how many registries new items are spread: each holds at most 1,000. */
const REGISTRIES = 10_000;

/** Most purchases that a registry holds of others than its owner. */
const PER_REGISTRY = 2000;

/** Over how many wishes, each of a registry of its own, purchases are spread. */
const WISHES = 1000;

/** How many connections there are where that is not what is measured. */
const CONNECTIONS = 64;

const ITEM = {
  name: 'Cast-iron pot',
  description: 'A heavy pot for stews and bread, 26 cm, with a lid',
  url: 'https://pots.example/cast-iron-26',
  retailer: 'Pots & Pans',
  image_url: 'https://pots.example/cast-iron-26.jpg',
  price: 89.9,
};

/** Returns a number that is another one each time, from 1 to `most`, far from the last one. */
const wander = (most: number) => {
  let at = 0;
  return () => {
    at = (at + 7919) % most;
    return at + 1;
  };
};

/** What the loads ask for. */
export interface World {
  /** A registry of the host that has some of the items, and that the owner owns. */
  registry: number;
  /** Returns the headers of a user's requests. */
  as(who: string): Record<string, string>;
  /** Returns the id of an active item, another one each time. */
  activeItem(): number;
  /** Return what a request makes, another one each time: an item, a change of an item, a gift of one of many wishes. */
  newItem(): { body: string };
  update(): { path: string; body: string };
  gift(): { path: string; body: string };
  /** The same for gifts of one wish, and for those of which nothing is left. */
  giftOfOne(): { path: string; body: string };
  giftOfNone(): { path: string; body: string };
}

/** A kind of work, as it is planned. */
interface Plan extends Omit<Work, 'load'> {
  load: (world: World) => Load;
}

/**
 * All kinds of work, in the order in which they are measured: reads first, because writes make more items. Nothing has
 * to run to know them.
 */
const PLANS: readonly Plan[] = [
  { name: 'an item', beside: 'bare', load: (world) => read(world, `/items/${world.activeItem()}`) },
  { name: 'an item, admin', beside: 'bare', load: (world) => read(world, `/items/${world.activeItem()}`, ADMIN) },
  { name: 'list of 20', beside: 'bare', load: (world) => read(world, '/items?limit=20') },
  { name: 'list of 100', beside: 'bare', load: (world) => read(world, '/items?limit=100') },
  { name: '20 by their ids', beside: 'bare', load: (world) => read(world, `/items?ids=${twentyIds(world)}`) },
  // One connection: more would wait for the host, which shares a core with the load.
  ...[0, 50].flatMap((hostTakes): Plan[] => [
    {
      name: `registry, host ${hostTakes} ms`,
      beside: 'the host',
      hostTakes,
      load: (world) => read(world, `/registries/${world.registry}`, OWNER, 1),
    },
    {
      name: `its items, host ${hostTakes} ms`,
      beside: 'the host',
      hostTakes,
      load: (world) => read(world, `/registries/${world.registry}/items`, OWNER, 1),
    },
  ]),
  ...[1, 16, 64].map(
    (connections): Plan => ({
      name: `insert ×${connections}`,
      beside: 'item read',
      load: (world) => write(world, 'POST', '/items', world.newItem, connections),
    }),
  ),
  { name: 'insert ×64', beside: 'bare', load: (world) => write(world, 'POST', '/items', world.newItem) },
  { name: 'update ×64', beside: 'item read', load: (world) => write(world, 'PUT', '/items/', world.update) },
  ...[1, 16, 64].map(
    (connections): Plan => ({
      name: `gift ×${connections}`,
      beside: 'item read',
      load: (world) => write(world, 'PUT', '/purchases/', world.gift, connections),
    }),
  ),
  {
    name: 'gift of one wish ×64',
    beside: 'item read',
    load: (world) => write(world, 'PUT', '/purchases/', world.giftOfOne),
  },
  {
    name: 'nothing left to give ×64',
    beside: 'item read',
    load: (world) => ({ ...write(world, 'PUT', '/purchases/', world.giftOfNone), status: 409 }),
  },
  {
    name: 'mixed ×64',
    beside: 'item read',
    load: (world) => ({ ...read(world, '/items', ADMIN), next: mixed(world) }),
  },
];

/** The names of all kinds of work; one of them is measured beside two things. */
export const WORK_NAMES: readonly string[] = [...new Set(PLANS.map(({ name }) => name))];

/** Returns the kinds of work whose names contain a text. */
export const works = (world: World, text: string): Work[] =>
  PLANS.filter(({ name }) => name.includes(text)).map(({ load, ...plan }) => ({ ...plan, load: load(world) }));

/** What every other kind of work is measured beside that writes: reads of one item. */
export const itemRead = (world: World): Load => read(world, `/items/${world.activeItem()}`);

const read = ({ as }: World, path: string, who = OWNER, connections = CONNECTIONS): Load => ({
  connections,
  method: 'GET',
  path,
  headers: as(who),
});

const write = (
  { as }: World,
  method: 'POST' | 'PUT',
  path: string,
  next: NonNullable<Load['next']>,
  connections = CONNECTIONS,
): Load => ({ connections, method, path, headers: as(ADMIN), next });

const twentyIds = ({ activeItem }: World): string => Array.from({ length: 20 }, activeItem).join(',');

/** Returns the requests of people who do different things at once. */
function mixed({ activeItem, newItem, update, gift }: World): NonNullable<Load['next']> {
  let turn = 0;
  return () => {
    const which = turn++ % 100;
    if (which < 70) return { path: `/items/${activeItem()}` };
    if (which < 85) return { path: `/items?limit=20&after=${activeItem()}` };
    if (which < 92) return { path: `/items?limit=100&after=${activeItem()}` };
    if (which < 96) return { method: 'POST', path: '/items', ...newItem() };
    return { method: 'PUT', ...(which < 98 ? update() : gift()) };
  };
}

/**
 * Makes what the loads ask for.
 * @param items how many items there are, with the ids from 1 on; every 20th is inactive
 * @param registry a registry of the host that has some of them, and that the owner owns
 * @param gifts how many purchases there may be in all
 */
export async function openWorld(
  host: FakeHost,
  url: string,
  items: number,
  registry: number,
  gifts: number,
): Promise<World> {
  const as = (who: string) => ({ authorization: host.users.authorization(who), 'content-type': 'application/json' });
  const item = wander(items);
  const activeItem = () => {
    const id = item();
    return id % 20 === 0 ? id - 1 : id;
  };
  let [inserted, price] = [0, 0];
  const give = await givers(url, as(ADMIN), gifts);
  return {
    registry,
    as,
    activeItem,
    newItem: () => ({ body: JSON.stringify({ registry_id: 2_000_000 + (inserted++ % REGISTRIES), ...ITEM }) }),
    update: () => ({ path: `/items/${activeItem()}`, body: JSON.stringify({ price: 1 + (price++ % 1000) / 10 }) }),
    gift: give.many,
    giftOfOne: give.one,
    giftOfNone: give.none,
  };
}

/**
 * Makes wishes, and returns the requests of people who give them: one of many; all the same one, and when its registry is
 * full the next; one of which nothing is left.
 */
async function givers(url: string, headers: Record<string, string>, most: number) {
  const hot = await wishes(Math.ceil(most / PER_REGISTRY), 3_000_001, 1_000_000);
  const many = await wishes(WISHES, 4_000_001, 1_000_000);
  const gone = await wishes(1, 5_000_001, 1);
  let [given, spread] = [0, 0];
  const body = JSON.stringify({ item_id: gone[0], secret: true });
  await fetch(`${url}/purchases/${randomUUID()}`, { method: 'PUT', headers, body });
  const giving = (item: () => number | undefined) => () => ({
    path: `/purchases/${randomUUID()}`,
    body: JSON.stringify({ item_id: item(), secret: true, giver_name: 'Aunt Ada', message: 'All the best!' }),
  });
  return {
    one: giving(() => hot[Math.floor(given++ / PER_REGISTRY)]),
    many: giving(() => many[spread++ % WISHES]),
    none: giving(() => gone[0]),
  };

  async function wishes(count: number, registry: number, needed: number): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const body = JSON.stringify({ ...ITEM, registry_id: registry + n, quantity_needed: needed });
      const answer = await fetch(`${url}/items`, { method: 'POST', headers, body });
      ids.push(Number(/"id":(\d+)/.exec(await answer.text())?.[1]));
    }
    return ids;
  }
}
