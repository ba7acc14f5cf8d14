import { randomUUID } from 'node:crypto';
import type { FakeHost } from '../support/fake-host.ts';
import type { Load } from './load.ts';

/** Login name of the user who owns all registries of the host. */
export const OWNER = 'owner';
/** Login name of an administrator of the host. */
export const ADMIN = 'admin';

/** Baseline of a kind of work: the host, reads of one item, or a bare `node:http` server with the same answer. */
export type Beside = 'bare' | 'item read' | 'the host';

/** A kind of work that the benchmark measures. */
export interface Work {
  name: string;
  beside: Beside;
  load: Load;
  /** Time that the host takes for each answer (milliseconds). */
  hostTakes?: number;
}

/** Number of registries that receive new items; many, because a registry can contain at most 1,000 items. */
const REGISTRIES = 10_000;

/** Maximum number of purchases that people other than the owner can make in a registry. */
const PER_REGISTRY = 2000;

/** Number of wishes that receive purchases. Each wish is in a separate registry. */
const WISHES = 1000;

/** Default number of connections. */
const CONNECTIONS = 64;

const ITEM = {
  name: 'Cast-iron pot',
  description: 'A heavy pot for stews and bread, 26 cm, with a lid',
  url: 'https://pots.example/cast-iron-26',
  retailer: 'Pots & Pans',
  image_url: 'https://pots.example/cast-iron-26.jpg',
  price: 89.9,
};

/** Returns a function that returns numbers from 1 to `most`, each far from the previous number. */
const wander = (most: number) => {
  let at = 0;
  return () => {
    at = (at + 7919) % most;
    return at + 1;
  };
};

/** Data for the loads. */
export interface World {
  /** Id of a registry that contains some of the items. `OWNER` owns this registry on the host. */
  registry: number;
  /** Returns the headers of a user's requests. */
  as(who: string): Record<string, string>;
  /** Returns the id of an active item. Each call returns another id. */
  activeItem(): number;
  /** Returns a request for a new item. Each call uses another registry. */
  newItem(): { body: string };
  /** Returns a request that changes an item. Each call uses another item. */
  update(): { path: string; body: string };
  /** Returns a request for a gift. Consecutive calls use different wishes. */
  gift(): { path: string; body: string };
  /** Returns a request for a gift. All calls use the same wish until its registry is full, and then another wish. */
  giftOfOne(): { path: string; body: string };
}

/** Definition of a kind of work. */
interface Plan extends Omit<Work, 'load'> {
  load: (world: World) => Load;
}

/**
 * All kinds of work in the order of measurement: reads first, because writes add items. Each `load` is a function of
 * the `World`, which needs a running service. The names are known before a service runs.
 */
const PLANS: readonly Plan[] = [
  { name: 'an item', beside: 'bare', load: (world) => read(world, `/items/${world.activeItem()}`) },
  { name: 'list of 20', beside: 'bare', load: (world) => read(world, '/items?limit=20') },
  { name: 'list of 100', beside: 'bare', load: (world) => read(world, '/items?limit=100') },
  { name: '20 by their ids', beside: 'bare', load: (world) => read(world, `/items?ids=${twentyIds(world)}`) },
  // These kinds of work use one connection. With more connections, requests would wait for the host, because the host
  // shares a core with the load.
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
  { name: 'insert ×64', beside: 'item read', load: (world) => write(world, 'POST', '/items', world.newItem) },
  { name: 'update ×64', beside: 'item read', load: (world) => write(world, 'PUT', '/items/', world.update) },
  { name: 'gift ×64', beside: 'item read', load: (world) => write(world, 'PUT', '/purchases/', world.gift) },
  {
    name: 'gift of one wish ×64',
    beside: 'item read',
    load: (world) => write(world, 'PUT', '/purchases/', world.giftOfOne),
  },
  {
    name: 'mixed ×64',
    beside: 'item read',
    load: (world) => ({ ...read(world, '/items', ADMIN), next: mixed(world) }),
  },
];

/** Names of all kinds of work. */
export const WORK_NAMES: readonly string[] = PLANS.map(({ name }) => name);

/** Returns the kinds of work whose names contain a text. */
export const works = (world: World, text: string): Work[] =>
  PLANS.filter(({ name }) => name.includes(text)).map(({ load, ...plan }) => ({ ...plan, load: load(world) }));

/** Returns the load of the baseline `item read`. */
export const itemRead = (world: World): Load => read(world, `/items/${world.activeItem()}`);

const read = ({ as }: World, path: string, who = OWNER, connections = CONNECTIONS): Load => ({
  connections,
  method: 'GET',
  path,
  headers: as(who),
});

const write = ({ as }: World, method: 'POST' | 'PUT', path: string, next: NonNullable<Load['next']>): Load => ({
  connections: CONNECTIONS,
  method,
  path,
  headers: as(ADMIN),
  next,
});

const twentyIds = ({ activeItem }: World): string => Array.from({ length: 20 }, activeItem).join(',');

/** Returns a function that returns typical requests of many users: mostly reads of items and lists, and some writes. */
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
 * Creates the data for the loads.
 * @param items number of items, with ids from 1; every 20th is inactive
 * @param registry a registry of the owner on the host, with some of the items
 * @param gifts maximum number of purchases
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
  };
}

/**
 * Creates wishes, and returns functions that create requests for gifts:
 *
 * - `one`: gifts of one wish until its registry is full, and then of the next wish
 * - `many`: gifts of many wishes in turn
 */
async function givers(url: string, headers: Record<string, string>, most: number) {
  const hot = await wishes(Math.ceil(most / PER_REGISTRY), 3_000_001);
  const many = await wishes(WISHES, 4_000_001);
  let [given, spread] = [0, 0];
  const giving = (item: () => number | undefined) => () => ({
    path: `/purchases/${randomUUID()}`,
    body: JSON.stringify({ item_id: item(), secret: true, giver_name: 'Aunt Ada', message: 'All the best!' }),
  });
  return {
    one: giving(() => hot[Math.floor(given++ / PER_REGISTRY)]),
    many: giving(() => many[spread++ % WISHES]),
  };

  async function wishes(count: number, registry: number): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const body = JSON.stringify({ ...ITEM, registry_id: registry + n, quantity_needed: 1_000_000 });
      const answer = await fetch(`${url}/items`, { method: 'POST', headers, body });
      ids.push(Number(/"id":(\d+)/.exec(await answer.text())?.[1]));
    }
    return ids;
  }
}
