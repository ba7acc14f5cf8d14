import { ADDRESS_PAGE, type Channel, type ReadAnswer } from './channels.ts';
import { type Allowed, allowedOf, type ListReader } from './list-readers.ts';
import { otherOf } from './pair-plans.ts';
import type { MadeList, MadePair, MadePromise } from './pairs.ts';

/** Part of a promise that an answer may contain. */
type Part = 'name' | 'message' | 'note' | 'address' | 'amount' | 'id' | 'key';

/** Describes a promise, and what happened to its lists. */
export const describePromise = ({ plan }: MadePromise, pair: MadePair): string =>
  JSON.stringify({ ...plan, ...pair.plan.lists, changes: pair.plan.changes });

/** Returns what an answer shows against the table, and what it lacks although it is made for it. */
export function faultsIn(
  { channel, text }: ReadAnswer,
  reader: ListReader,
  list: MadeList,
  pair: MadePair,
): { found: string[]; wanted: number } {
  const found: string[] = [];
  let wanted = 0;
  const note = (part: string, promise?: MadePromise) => {
    const about = promise ? describePromise(promise, pair) : JSON.stringify(pair.plan);
    found.push(`${part}: ${channel.name}, ${reader.name} of ${list.name}: ${about}`);
  };
  const lower = text.toLowerCase();
  for (const promise of pair.promises) {
    const allowed = allowedOf(promise, reader, list, pair);
    const parts = partsIn(lower, promise);
    for (const part of parts) if (!mayContain(part, allowed, channel)) note(part, promise);
    for (const part of wantedIn(channel, promise, allowed, reader, list)) {
      wanted++;
      if (!parts.has(part)) note(`no ${part}`, promise);
    }
    const number = numberIn(channel, text, promise, reader, list);
    if (number === null) continue;
    wanted++;
    if (number !== isCounted(channel, allowed)) note(`number ${number}`, promise);
  }
  if (channel.made !== 'own')
    for (const [, code = ''] of lower.matchAll(/viz(?:name|mess|note|mail)([a-z]{3})q/g))
      if (!pair.promises.some(({ markers }) => markers.name.includes(code)))
        note(`a promise on lists of others, ${code}`);
  const other = pair.lists[otherOf(list.name)];
  if (!reader.knowsOther && channel.made !== 'own')
    for (const part of [other.title.toLowerCase(), `"registry_id":${other.id},`, `registry=${other.id}&`])
      if (lower.includes(part)) note(`${part} of the other list`);
  const isOwnData = channel.name === 'exported personal data' && reader.row === 'author';
  // Owners edit the address of their own list.
  const isOwnAddress = channel.name === ADDRESS_PAGE && ['author', 'co-owner'].includes(reader.row);
  for (const { street } of Object.values(pair.lists))
    if (lower.includes(street) && !isOwnData && !(isOwnAddress && street === list.street)) note('delivery address');
  return { found, wanted };
}

function mayContain(part: Part, allowed: Allowed, { numbers }: Channel): boolean {
  switch (part) {
    case 'name':
    case 'message':
      return allowed.name;
    case 'id':
      return allowed.state;
    case 'amount':
      return allowed.state || allowed.numbers[numbers];
    case 'key':
      return allowed.own;
    case 'note':
    case 'address':
      return false;
  }
}

/** Returns the parts of a promise that a text in lower case contains. */
function partsIn(text: string, { markers, amount, id, key }: MadePromise): Set<Part> {
  const amounts = amount === null ? [] : [amount.toFixed(2), (900 - amount).toFixed(2)];
  const found: Readonly<Record<Part, boolean>> = {
    name: text.includes(markers.name),
    message: text.includes(markers.message),
    note: text.includes(markers.note),
    address: text.includes(markers.address.slice(0, markers.address.indexOf('@'))),
    amount: amounts.some((one) => text.includes(one)),
    id: text.includes(id) || text.includes(id.replaceAll('-', '')),
    key: text.includes(key),
  };
  const parts: readonly Part[] = ['name', 'message', 'note', 'address', 'amount', 'id', 'key'];
  return new Set(parts.filter((part) => found[part]));
}

/** Returns what a channel must contain of a promise, because it is made for that. */
function wantedIn(
  { name, made }: Channel,
  promise: MadePromise,
  allowed: Allowed,
  reader: ListReader,
  list: MadeList,
): Part[] {
  const isPart = promise.plan.kind === 'share';
  if (made === 'own' && allowed.own && !promise.isGone) return ['id'];
  if (list.isDeleted || list.isHidden || !reader.mayOpen) return [];
  const isHere = promise.isOn(list.name);
  const isNoted = name === 'page for givers' || (made === 'notes' && promise.model.isOpen());
  if (allowed.own && isHere && isNoted) return ['key'];
  if (made === 'gifts' && reader.isManager && allowed.name) return ['name'];
  if (made === 'whole gifts' && allowed.name && !isPart && (isHere || !allowed.own)) return ['name'];
  const isOwner = reader.row === 'author' || reader.row === 'co-owner';
  return made === 'parts' && !isOwner && isPart && isHere && allowed.name ? ['name', 'amount'] : [];
}

/** Returns whether a channel counts a whole gift; null if it has no number of the wish. */
function numberIn(
  { made }: Channel,
  text: string,
  { plan, item }: MadePromise,
  reader: ListReader,
  list: MadeList,
): boolean | null {
  if (plan.kind === 'share' || list.isDeleted || list.isHidden || !reader.mayOpen) return null;
  if (made === 'cards') {
    const card = text.split('<li class="largesse-item').find((one) => one.includes(` data-item="${item}"`));
    return card === undefined ? null : card.includes('Taken');
  }
  if (made !== 'all numbers' && made !== 'public numbers') return null;
  const answer: { registry?: { items?: Wish[] }; items?: Wish[] } | null = JSON.parse(text);
  const wish = (answer?.registry?.items ?? answer?.items ?? []).find(({ id }) => id === item);
  return wish === undefined ? null : wish.quantity_purchased === 1;
}

interface Wish {
  id: number;
  quantity_purchased: number;
}

/** Returns whether the table shows the number of a promise on a channel. */
function isCounted({ name, made }: Channel, { data, numbers }: Allowed): boolean {
  if (made === 'all numbers' || made === 'public numbers') return data[made];
  return numbers[name === 'public page' ? 'public' : 'reader'];
}

/** Returns what a text for a giver contains of other promises, and of lists that its readers may not open. */
export function foreignIn(text: string, { markers, plan }: MadePromise, { lists }: MadePair): string[] {
  const own = new Set(Object.values(markers).map((marker) => marker.replace(/@.*/, '')));
  const other = lists[otherOf(plan.through)];
  const { street, isPublic, isDeleted, isHidden } = lists[plan.through];
  return [
    ...(text.toLowerCase().match(/viz(?:name|mess|note|mail|wish)[a-z]{3}q/g) ?? []).filter((one) => !own.has(one)),
    ...(text.includes(other.title) ? ['other list'] : []),
    ...[other.street, ...(isPublic && !isDeleted && !isHidden ? [] : [street])].filter((one) => text.includes(one)),
  ];
}
