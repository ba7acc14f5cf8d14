import { cleanText, comparable } from './texts.ts';

/** Separators between the names of a product and a shop. Most need spaces on both sides: `T-shirt` is one word. */
const BETWEEN = /\s+[|–—·•»:-]+\s+|\s*[|»]\s*|:\s+/u;

/** Matches titles of pages that block robots or show no product. */
const NO_NAME =
  /^(?:access denied|attention required|just a moment|robot check|are you a (?:robot|human)|security check|403 forbidden|404|page not found|not found|error|service unavailable|captcha|pardon our interruption|please wait|verify you are human|bot detection|bitte warten|zugriff verweigert)\b/i;

const SALES_TALK =
  /\s+(?:(?:online|günstig|preiswert|jetzt|hier)\s+)*(?:kaufen|bestellen|shoppen|online)(?:\s+(?:bei|im|auf|online)\b.*)?$|\s+(?:at best prices?|at low(?:est)? prices?)\b.*$/iu;

/** Returns whether a text can be a product's name. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !NO_NAME.test(text);
}

/**
 * Removes the shop's additions before and after the product's name in a page title. Returns a heading of the page
 * instead if the title contains this heading.
 */
export function nameIn(title: string, shops: readonly string[], headings: readonly string[]): string {
  const text = cleanText(title);
  const whole = comparable(text);
  const heading = headings.find((one) => {
    const key = comparable(one);
    return key.length > 3 && whole.includes(key) && !isShop(one, shops);
  });
  if (heading !== undefined) return heading;
  const parts = text.split(BETWEEN).filter((part) => part !== '');
  if (parts.length < 2) return text.replace(SALES_TALK, '') || text;
  return withoutShop(text, shops).replace(SALES_TALK, '') || text;
}

function isShop(text: string, shops: readonly string[]): boolean {
  const key = comparable(text);
  return (
    key !== '' &&
    shops.some((shop) => key === shop || (shop.length > 3 && key.length < shop.length + 8 && key.includes(shop)))
  );
}

/** Removes the shop's name and the adjacent separator from both ends of a text. */
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
