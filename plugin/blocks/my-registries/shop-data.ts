import { nameInAddress } from '../../../contract/shop-pages/address-name.ts';
import { loadModule } from '../../assets/load-module.ts';
import { ASK_FOR_PAGE } from '../../assets/page-message.ts';
import type { ShopData } from '../../assets/registry.ts';
import type { Answer } from '../../assets/rest.ts';
import { typeInto } from './forms.ts';
import { isSameValue } from './item-fields.ts';
import { labelOf } from './labels.ts';
import { writePrice } from './numbers.ts';
import { sent } from './page-data.ts';
import { askAtOnce } from './requests.ts';
import { change, changeForm, NO_SHOP_DATA, state, type Values } from './state.ts';
import { __ } from './texts.ts';

/*
 * Data of a wish from a shop's page. The site reads the shop's page while the user fills in the form, unless the
 * bookmark has sent the page. The script ignores a late answer: the form may be closed, be sent, or show another wish.
 */

/** Form fields that a shop's page can fill, in the order of the form. */
const FIELDS = ['name', 'retailer', 'price', 'description', 'image_url'] as const;

/** Minimum number of characters in an address (rules: Items). */
const LEAST_CHARS = 10;

/** False if the site does not read shop pages. */
export const canReadShops = sent.wish !== undefined;

/** True if the site does not read shop pages, or has answered that this is off. */
let isOff = !canReadShops;

/** Address that needs no search: the address of the last search, or the wish's address when the form opened. */
let asked = '';

/** Number of the current search. The page ignores answers to earlier searches. */
let turn = 0;

/** Fields that the user has typed into. A suggestion never fills them, even if the user clears them. */
const touched = new Set<string>();

const address = () => state.forms.item.values.url?.trim() ?? '';

/** Removes the data of a shop. Call it when the form shows another wish. */
export function resetShopData(): void {
  turn++;
  touched.clear();
  asked = address();
  change({ shopData: NO_SHOP_DATA });
}

export function markTyped(field: string): void {
  touched.add(field);
}

/**
 * Fetches the shop's data for the address in the form, if the address is new. A page from the bookmark needs no
 * request.
 */
export async function searchShop(): Promise<void> {
  const url = address();
  if (isOff || url === asked || state.forms.item.isBusy) return;
  asked = url;
  const mine = ++turn;
  const isAsked = url.length >= LEAST_CHARS && !/\s/.test(url);
  change({ shopData: { ...state.shopData, isLooking: isAsked, text: '' } });
  if (!isAsked) return;
  const read = await readSentPage(url).catch(() => undefined);
  const answer: Answer = read
    ? { kind: 'done', body: { preview: read } }
    : await askAtOnce('POST', '/previews', { url });
  if (mine !== turn) return;
  const { isBusy, conflict } = state.forms.item;
  const isOpen = document.querySelector<HTMLDialogElement>('dialog[data-largesse-dialog="item"]')?.open;
  change({ shopData: { ...state.shopData, isLooking: false } });
  if (!isOpen || isBusy || conflict || address() !== url) {
    // The user saw no result, so a retry is allowed.
    asked = '';
    return;
  }
  if (answer.kind !== 'done') return showShopData({ note: answer.kind === 'refused' ? answer.message : '' });
  if (answer.body.preview) return showShopData(answer.body.preview);
  isOff = true;
}

export function takeShopData(field: string): void {
  const { values, before } = state.shopData;
  const was = state.forms.item.values[field] ?? '';
  change({ shopData: { ...state.shopData, before: { ...before, [field]: was } } });
  typeInto('item', field, values[field] ?? '');
}

/** Restores the value that the shop's value replaced. */
export function undoShopData(field: string): void {
  touched.add(field);
  typeInto('item', field, state.shopData.before[field] ?? '');
}

/** Returns where the shop's value for a field is shown: in the field or beside it; undefined if there is none. */
export function placeOf(field: string): 'in' | 'beside' | undefined {
  const { values, before } = state.shopData;
  const suggestion = values[field];
  const typed = state.forms.item.values[field] ?? '';
  if (!suggestion) return undefined;
  if (typed === suggestion) return field in before ? 'in' : undefined;
  return isSameValue(field, typed, suggestion) ? undefined : 'beside';
}

/**
 * Fills empty fields that the user has not touched, and shows all other suggestions next to their fields. If the shop's
 * page contains no name, guesses the name from the address.
 */
function showShopData(found: ShopData): void {
  const read = textsIn(found);
  const isNameFree = !state.forms.item.values.name || isFilled('name');
  const isNameGuessed = !read.name && isNameFree && !touched.has('name');
  const suggested = isNameGuessed ? { ...read, name: nameInAddress(address()) } : read;
  const old = state.shopData;
  const { values, errors } = state.forms.item;
  const filled: Record<string, string> = {};
  for (const field of FIELDS) {
    if (isFilled(field) || (!values[field] && !touched.has(field) && suggested[field]))
      filled[field] = suggested[field] ?? '';
  }
  const before = Object.fromEntries(Object.keys(filled).map((field) => [field, '']));
  change({ shopData: { ...old, values: suggested, before, isNameGuessed } });
  changeForm('item', { values: { ...values, ...filled }, errors: { ...errors, ...before } });
  const shown = FIELDS.filter(placeOf);
  const named = shown
    .filter((field) => !(isNameGuessed && field === 'name'))
    .map(labelOf)
    .join(', ');
  const { note = '' } = found;
  // translators: %s: names of fields, such as "Name, Price".
  const told = named ? __('Suggested by the shop’s page: %s. Please check.', named) : note ? '' : nothingFound();
  const guessed = isNameGuessed && shown.includes('name') ? __('The name is a guess from the address.') : '';
  change({ shopData: { ...state.shopData, text: [told, note, guessed].filter(Boolean).join(' ') } });
}

/** Checks whether a field was empty before and now contains a suggestion. */
const isFilled = (field: string): boolean => placeOf(field) === 'in' && state.shopData.before[field] === '';

function textsIn({ price = null, currency, ...found }: ShopData): Values {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, field === 'price' ? '' : (found[field] ?? '')]));
  return { ...texts, price: writePrice(price, sent.prices, currency) };
}

const nothingFound = () => __('We found nothing on that page. Please fill in the fields yourself.');

/** Time limit in milliseconds for the answer of the shop's page. */
const ANSWER_MS = 5000;

/**
 * Reads the shop's page that the bookmark sends, with the code of the service.
 * @returns the fields of a suggestion; undefined if the bookmark did not open this page for this address, or if the
 * shop's page does not answer
 */
async function readSentPage(url: string): Promise<ShopData | undefined> {
  if (url !== sent.wish?.url || !URL.canParse(url)) return undefined;
  const shop: Window | null = opener;
  // The opened form removes the fragment from the address.
  const inAddress = new URLSearchParams(location.hash.slice(1)).get(ASK_FOR_PAGE);
  const html = inAddress || (shop ? await askShop(shop, new URL(url).origin) : '');
  if (html === '') return undefined;
  // A connection may break once, as when a phone changes networks.
  const reader = await loadReader().catch(loadReader);
  const { name, description, retailer, image_url, price, currency, price_text: shown } = reader.extract(html, url);
  if (name === null && price === null) return undefined;
  return {
    name: name ?? '',
    description: description ?? '',
    retailer: retailer ?? '',
    image_url: image_url ?? '',
    price,
    currency: currency === sent.prices.currency ? '' : (currency ?? ''),
    note: shown === null ? '' : unclearPrice(shown),
  };
}

// translators: %s: a price, as in "1299 kr at the shop".
const unclearPrice = (price: string) => __('%s at the shop', price);

/** Loads the reader of shop pages. Only the bookmark needs this code. */
const loadReader = () => loadModule<typeof import('largesse/shop-pages')>(import.meta.resolve('largesse/shop-pages'));

/** Asks a shop's page for its parts. Returns '' if there is no answer from a window of this origin. */
function askShop(shop: Window, origin: string): Promise<string> {
  return new Promise((resolve) => {
    const end = (html: string) => {
      removeEventListener('message', receive);
      clearTimeout(timer);
      resolve(html);
    };
    const receive = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source === shop && from === origin && typeof data === 'string') end(data);
    };
    const timer = setTimeout(end, ANSWER_MS, '');
    addEventListener('message', receive);
    shop.postMessage(ASK_FOR_PAGE, origin);
  });
}
