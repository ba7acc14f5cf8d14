import { cleanText, comparable } from './texts.ts';

/** Separators between the names of a product and a shop. Most need spaces on both sides: `T-shirt` is one word. */
const BETWEEN = /\s+[|–—·•»:-]+\s+|\s*[|»]\s*|:\s+/u;

/**
 * Beginnings of titles and headings of pages that block robots or show no product, in English, German, French and
 * Spanish.
 */
const NO_NAMES: readonly string[] = [
  // Robots
  'access (?:to this page (?:has been )?)?denied|attention required|just a moment|pardon our interruption|please wait',
  '(?:robot|security|browser) check|bot detection|captcha|human verification|robot or human|unusual traffic',
  'are you (?:a )?(?:robot|human)|i am not a robot|let us know you|checking your browser|before (?:we|you) continue',
  '(?:verify|confirm|prove)(?:ing)? (?:that )?you(?: are|’re)|(?:activate|press|click) and hold',
  '(?:please )?(?:enable|turn on|activate) (?:javascript|js|cookies)|javascript (?:is|must be) ',
  'bitte warten|zugriff verweigert|sind sie ein (?:mensch|roboter)|bestätigen sie,? dass sie|sicherheitsüberprüfung',
  '(?:bitte )?aktivieren sie (?:javascript|cookies)|accès refusé|êtes-vous (?:un )?(?:robot|humain)',
  'vérification de sécurité|acceso denegado|¿?eres (?:un )?(?:robot|humano)|verificación de seguridad',
  // Errors
  '(?:403|404|500|502|503)\\b|(?:page )?not found|error(?: page)?\\b|service unavailable|bad gateway|too many requests',
  'internal server error|something went wrong|sorry[,!.]? +(?:something|we |this|your|but|an? |the (?:page|item|product|requested))|we(?:’re| are) sorry',
  'oops(?:[!.,…]*$|[!.,…]* *[-–—|:]|[!,.…]* (?:something|we|the|that|this|page))|we looked everywhere',
  'we (?:couldn’t|could not|can’t|cannot) find|(?:this|the|that) (?:page|item|product|listing) (?:is no|isn’t|is not|was not)',
  '(?:this|the|that) (?:page|item|product|listing) (?:couldn’t|could not|can’t|cannot|does not|doesn’t)',
  'page (?:unavailable|does not exist)|seite (?:wurde )?nicht gefunden|(?:ups|hoppla|huch)[!,.]|etwas ist schief',
  'entschuldigung[,!.]|wartungsarbeiten|page (?:introuvable|non trouvée)|une erreur (?:est|s’est)|oups[ !,.]',
  'página no (?:encontrada|existe)|algo (?:salió|ha ido|fue) mal|lo sentimos',
];
const NO_NAME = new RegExp(`^\\P{L}{0,3}(?<![\\p{L}\\p{N}])(?:${NO_NAMES.join('|')})`, 'iu');

const SALES_TALK =
  /\s+(?:(?:online|günstig|preiswert|jetzt|hier)\s+)*(?:kaufen|bestellen|shoppen|online)(?:\s+(?:bei|im|auf|online)\b.*)?$|\s+(?:at best prices?|at low(?:est)? prices?)\b.*$/iu;

/** Returns whether a text can be a product's name. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !isNoProduct(text);
}

/** The heading of a dialog that asks about cookies. A jar for cookies is a product. */
const CONSENT =
  /^(?:(?:your |ihre |vos |tus |le tue |jouw )?(?:cookies?|privacy|privatsphäre|datenschutz)[ -]?(?:einstellungen|hinweise?|settings|preferences|consent|policy|notice|banner|richtlinie)?|(?:we|this (?:site|shop|website)) (?:use|value|respect)s? .*(?:cookies|privacy).*|(?:wir|diese (?:seite|website)) (?:verwende[nt]|nutz(?:en|t)) cookies.*|(?:paramètres|gestion) des cookies|configuración de cookies|impostazioni (?:dei )?cookie|cookie-?instellingen)$/iu;

/** Returns whether a heading belongs to a dialog about cookies. */
export const isConsent = (heading: string): boolean => CONSENT.test(heading.slice(0, 200));

/** Returns whether a title or heading belongs to a page that blocks robots or shows an error. */
export function isNoProduct(text: string): boolean {
  return NO_NAME.test(text.replaceAll("'", '’'));
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

/** Returns whether a text is only the name of the shop. */
export function isShop(text: string, shops: readonly string[]): boolean {
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
