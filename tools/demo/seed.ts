import { createHash } from 'node:crypto';
import type { RegistryClient } from '../../client/src/index.ts';
import { revealDay } from '../../contract/reveal-day.ts';
import { SetupError } from '../cache/setup-error.ts';
import { clientOf, repeat } from './client.ts';
import { type DemoState, userNamed } from './people.ts';
import { pictureUrl } from './pictures.ts';
import { birthday } from './samples/birthday.ts';
import { housewarming } from './samples/housewarming.ts';
import type { SampleItem, SampleRegistry } from './samples/sample.ts';
import { sixtieth } from './samples/sixtieth.ts';
import { wedding } from './samples/wedding.ts';

/**
 * Returns the registries of the demonstration: a public registry, and three registries for invited people. The owners'
 * families know each other. The last registry's event is over, and its owner writes thanks. All other events are in the
 * future.
 */
export function sampleRegistries(today = new Date()): SampleRegistry[] {
  return [wedding(today), housewarming(today), birthday(today), sixtieth(today)];
}

/**
 * Adds the sample data through the API. Each owner creates their registry with its wishes. Skips entries that already
 * exist, so that another attempt continues an interrupted one.
 * @throws {SetupError} if the API rejects a request, or cannot serve it after several attempts
 */
export async function seed(apiUrl: string, siteUrl: string, state: DemoState): Promise<void> {
  for (const sample of sampleRegistries()) {
    await repeat(async () => {
      const owner = clientOf(apiUrl, userNamed(state, sample.owner));
      const { title } = sample.registry;
      const found = (await owner.listRegistries())?.find((registry) => registry.title === title);
      const id = (found ?? (await owner.createRegistry(sample.registry)))?.id;
      if (id === undefined) throw new SetupError(`The API did not create the registry “${title}”`);
      await seedItems(siteUrl, owner, id, sample.items);
      await seedGifts(apiUrl, state, id, sample);
    });
  }
}

/** Adds the missing wishes of a registry. */
async function seedItems(siteUrl: string, owner: RegistryClient, id: number, items: SampleItem[]): Promise<void> {
  const present = (await owner.listRegistryItems(id)) ?? [];
  const missing = items.filter((item) => !present.some(({ name }) => name === item.name));
  const wishes = missing.map(({ picture, gifts: _, isThere: __, ...item }) => ({
    ...item,
    ...(picture !== undefined && { image_url: pictureUrl(siteUrl, picture) }),
  }));
  if (wishes.length > 0) await owner.createRegistryItem(id, wishes);
}

/**
 * Creates the sample gifts, and thanks for them as the owner. People with an account create their gifts themselves. An
 * admin creates the gifts of visitors, as the site does.
 */
async function seedGifts(apiUrl: string, state: DemoState, id: number, sample: SampleRegistry): Promise<void> {
  const admin = userNamed(state, 'admin');
  const owner = clientOf(apiUrl, userNamed(state, sample.owner));
  const ids = new Map((await owner.listRegistryItems(id))?.map((item) => [item.name, item.id]));
  for (const { name, gifts = [], isThere = false } of sample.items) {
    const item_id = ids.get(name);
    if (item_id === undefined) continue;
    // The id is the same at every start, so that no gift is created twice. The id is derived from a password, so that
    // nobody can guess it.
    const idOf = (giver: string) => uuidOf([admin.applicationPassword, sample.registry.title, name, giver]);
    if (isThere) await owner.putRegistryPurchase(id, idOf(sample.owner), { item_id, state: 'bought' });
    for (const { by, isThanked = false, ...gift } of gifts) {
      const person = state.people.find(({ username }) => username === by);
      const fields = { item_id, ...gift, giver_name: person?.displayName ?? by };
      if (person) await clientOf(apiUrl, person).putRegistryPurchase(id, idOf(by), fields);
      else await clientOf(apiUrl, admin).putPurchase(idOf(by), { ...fields, secret: isSecret(sample) });
      if (isThanked) await owner.thankForPurchase(id, idOf(by), true);
    }
  }
}

/** Returns whether gifts of guests are still hidden from the owner. */
function isSecret({ registry: { meta } }: SampleRegistry): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const day = revealDay(meta?.registry_reveal_date ?? null, meta?.registry_event_date ?? null);
  return meta?.registry_surprise === 'hidden' && today < day;
}

/** Derives a UUID from texts. Nobody can guess the UUID without knowing all texts. */
function uuidOf(parts: string[]): string {
  const digits = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
