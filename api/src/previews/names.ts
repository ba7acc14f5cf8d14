import { cleanText, shorten, sounds } from './texts.ts';

/** What stands between a name and the shop's: with spaces around, since `T-shirt` is one word. */
const BETWEEN = /\s+[|–—·•»:-]+\s+|\s*[|»]\s*|:\s+/u;

/** Titles of pages that let no robot in, or are no page of a thing. */
const NO_NAME =
  /^(?:access denied|attention required|just a moment|robot check|are you a (?:robot|human)|security check|403 forbidden|404|page not found|not found|error|service unavailable|captcha|pardon our interruption|please wait|verify you are human|bot detection|bitte warten|zugriff verweigert)\b/i;

const SALES_TALK =
  /\s+(?:(?:online|günstig|preiswert|jetzt|hier)\s+)*(?:kaufen|bestellen|shoppen|online)(?:\s+(?:bei|im|auf|online)\b.*)?$|\s+(?:at best prices?|at low(?:est)? prices?)\b.*$/iu;

/** Tells whether a text can be the name of a thing. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !NO_NAME.test(text);
}

/** Returns a title of a page without what the shop says of itself before or behind the name. */
export function nameIn(title: string, shops: readonly string[], headings: readonly string[]): string {
  const text = cleanText(title);
  const whole = sounds(text);
  const heading = headings.find((one) => {
    const sound = sounds(one);
    return sound.length > 3 && whole.includes(sound) && !isShop(one, shops);
  });
  if (heading !== undefined) return heading;
  const parts = text.split(BETWEEN).filter((part) => part !== '');
  if (parts.length < 2) return text.replace(SALES_TALK, '') || text;
  return withoutShop(text, shops).replace(SALES_TALK, '') || text;
}

function isShop(text: string, shops: readonly string[]): boolean {
  const sound = sounds(text);
  return (
    sound !== '' &&
    shops.some((shop) => sound === shop || (shop.length > 3 && sound.length < shop.length + 8 && sound.includes(shop)))
  );
}

/** Takes off parts that are the shop's name, from both ends; what stands behind it goes with it. */
function withoutShop(text: string, shops: readonly string[]): string {
  let rest = text;
  for (let turn = 0; turn < 4; turn++) {
    const first = BETWEEN.exec(rest);
    if (!first) return rest;
    if (isShop(rest.slice(0, first.index), shops)) {
      rest = rest.slice(first.index + first[0].length);
      continue;
    }
    const at = lastBetween(rest);
    if (at === null || !isShop(rest.slice(at.to), shops)) return rest;
    rest = rest.slice(0, at.from);
  }
  return rest;
}

function lastBetween(text: string): { from: number; to: number } | null {
  const all = [...text.matchAll(new RegExp(BETWEEN, 'gu'))];
  const last = all.at(-1);
  return last ? { from: last.index, to: last.index + last[0].length } : null;
}

/** Makes a name of an address: `/p/cast-iron-pot-26cm.html` is `Cast iron pot 26cm`; '' where it has no words. */
export function nameFromAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const parts = new URL(url).pathname.split('/').map(decoded).map(words);
  const best =
    parts.filter((part) => part.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length >= 2).at(-1) ?? '';
  return best.charAt(0).toUpperCase() + shorten(best, 100).slice(1);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function words(part: string): string {
  return cleanText(part.replace(/\.\w{2,5}$/, '').replace(/[-_+]+/g, ' '));
}
