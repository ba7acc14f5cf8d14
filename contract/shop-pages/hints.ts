import { currencyIn } from '../currencies.ts';
import type { Page, PriceText } from './page.ts';
import { amountsIn, type Hints } from './price.ts';

/** Languages that write `1,234.56`. All other languages write `1.234,56`. */
const POINT_LANGUAGES = new Set('en ja zh ko he th hi bn ta te ms tl ur ga mt sw yue'.split(' '));

/** Regions that write `1,234.56` in all languages, except French in Canada. */
const POINT_REGIONS = new Set('ch li mx us gb uk ie au nz ca pr gt hn ni pa pe do sv'.split(' '));

const GENERIC = new Set('com org net info shop store biz io co eu app online'.split(' '));

/**
 * Detects how a page writes prices. If its shown prices are not clear, the region and the language decide.
 * @param currency currency that the page states, or null
 */
export function hintsOf(page: Page, url: string, currency: string | null): Hints {
  const [language = '', ...rest] = page.lang.toLowerCase().split(/[-_]/);
  const region = regionOf(url, rest.find((part) => part.length === 2) ?? '', language);
  const shown = decimalShown(page.prices) ?? decimalOf(language, region);
  const found = currency ?? currencyShown(page.prices, region);
  const hints = { decimal: shown, currency: found, region, seen: new Set<number>() };
  return { ...hints, seen: new Set(page.prices.slice(0, 100).flatMap(({ text }) => amountsIn(text, hints))) };
}

function regionOf(url: string, said: string, language: string): string {
  const domain = URL.canParse(url) ? (new URL(url).hostname.split('.').at(-1) ?? '') : '';
  if (domain.length === 2 && !GENERIC.has(domain)) return domain;
  if (said !== '') return said;
  return { sv: 'se', da: 'dk', nb: 'no', nn: 'no', no: 'no', is: 'is', zh: 'cn', ja: 'jp' }[language] ?? '';
}

function decimalOf(language: string, region: string): ',' | '.' | null {
  if (POINT_REGIONS.has(region) && !(region === 'ca' && language === 'fr')) return '.';
  if (language === '') return null;
  return POINT_LANGUAGES.has(language) ? '.' : ',';
}

/** Detects the decimal separator. Only prices with two decimals count, because other prices are ambiguous. */
function decimalShown(prices: readonly PriceText[]): ',' | '.' | null {
  let commas = 0;
  let points = 0;
  for (const { text } of prices.slice(0, 100)) {
    if (/\d,\d\d(?!\d)/.test(text)) commas++;
    if (/\d\.\d\d(?!\d)/.test(text)) points++;
  }
  if (commas === points) return null;
  return commas > points ? ',' : '.';
}

function currencyShown(prices: readonly PriceText[], region: string): string | null {
  const counts = new Map<string, number>();
  for (const { text } of prices.slice(0, 100)) {
    const currency = currencyIn(text, region);
    if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  return most?.[0] ?? null;
}
