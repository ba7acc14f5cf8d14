import {
  WISH_CURRENCY_PARAMETER,
  WISH_IMAGE_PARAMETER,
  WISH_NAME_PARAMETER,
  WISH_PRICE_PARAMETER,
  WISH_URL_PARAMETER,
} from './shared-names.ts';

/*
 * The bookmark "Add to my wishes" reads a product's data from the open page of a shop. It then opens the wish form with
 * these data in a new tab. It sends no request and changes nothing on the page. It also works if the page forbids
 * foreign scripts, styles and connections. On the page with the wish form, it only shows a hint. PHP inserts the form's
 * address and the hint (folder `Wishes`).
 */

const MOST_CHARS = 2000;
const MOST_CHARS_OF_NAME = 150;
const MOST_DEPTH = 8;

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the first text or number in a JSON-LD value, which may be a list or an object. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return textIn(value[0]);
  if (isJson(value)) return textIn(value.url ?? value.contentUrl ?? value.name ?? value['@value']);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Returns the first object in a JSON-LD value for which `fits` returns true. Searches at most `MOST_DEPTH` levels.
 */
function find(value: unknown, fits: (thing: Json) => boolean, depth = 0): Json | undefined {
  if (!isJson(value) || depth > MOST_DEPTH) return undefined;
  if (fits(value)) return value;
  for (const inner of Object.values(value)) {
    const found = find(inner, fits, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function product(): Json | undefined {
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      const found = find(JSON.parse(textContent ?? ''), (thing) =>
        /(^|\/)Product(Group)?\b/.test(String(thing['@type'])),
      );
      if (found) return found;
    } catch {
      // Ignores invalid JSON-LD, because many shops write it.
    }
  }
  return undefined;
}

/** Returns the `content` attribute or the text of the first matching element that is not empty. */
function elementText(selector: string): string {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const text = element.getAttribute('content') ?? element.innerText ?? '';
    if (text.trim()) return text.trim();
  }
  return '';
}

/** Parses a price in any usual notation. Returns '' if the text contains no number. */
function priceIn(text: string): string {
  const [number = ''] = /\d[\d.,'’\s]*/.exec(text) ?? [];
  const plain = number.replace(/['’\s]/g, '').replace(/[.,]+$/, '');
  const [, whole = '', part = ''] = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  const digits = whole.replace(/[.,]/g, '');
  return digits ? digits + (part && `.${part}`) : '';
}

function largestPicture(): string {
  let best = '';
  let most = 40_000;
  for (const { naturalWidth, naturalHeight, currentSrc } of document.images) {
    const size = Math.min(naturalWidth * naturalHeight, 4_000_000);
    if (size > most && currentSrc.startsWith('http')) [best, most] = [currentSrc, size];
  }
  return best;
}

function absolute(address: string): string {
  try {
    const { href, protocol } = new URL(address, document.baseURI);
    return address && protocol.startsWith('http') && href.length <= MOST_CHARS ? href : '';
  } catch {
    return '';
  }
}

function run(target: string): void {
  const thing = product();
  const offer = find(thing?.offers ?? thing?.hasVariant, (one) => 'price' in one || 'lowPrice' in one);
  const name = textIn(thing?.name) || elementText('meta[property="og:title"]') || elementText('h1') || document.title;
  const price =
    textIn(offer?.lowPrice ?? offer?.price) ||
    elementText('meta[property$="price:amount"]') ||
    elementText('[itemprop=price]') ||
    elementText('[class*=price i]:not(del,s,[class*=old i],[class*=was i])');
  const image = absolute(textIn(thing?.image) || elementText('meta[property="og:image"]')) || largestPicture();
  const currency =
    textIn(offer?.priceCurrency) || elementText('meta[property$="price:currency"],[itemprop=priceCurrency]');
  const found = {
    [WISH_URL_PARAMETER]: absolute(location.href.replace(/#.*$/, '')),
    // Do not cut a surrogate pair in half.
    [WISH_NAME_PARAMETER]: [...name.trim()].slice(0, MOST_CHARS_OF_NAME).join(''),
    [WISH_PRICE_PARAMETER]: priceIn(price),
    [WISH_CURRENCY_PARAMETER]: currency.slice(0, 3),
    [WISH_IMAGE_PARAMETER]: image,
  };
  const query = new URLSearchParams(Object.entries(found).filter(([, value]) => value));
  const address = target + (target.includes('?') ? '&' : '?') + query;
  const tab = open(address, '_blank');
  if (tab) tab.opener = null;
  // The browser blocked the new tab, so this tab opens the address.
  else location.href = address;
}

const target = '%ADDRESS%';
if (location.href.split(/[?#]/)[0] === target.split(/[?#]/)[0]) alert('%HINT%');
else run(target);
