/*
 * The parts of a page that the reader needs. The bookmark sends only these parts to My registries, so this file must
 * stay small and import nothing.
 */

/** Words for a price, in several languages, that mark prices in an element's class or id. */
export const PRICE_WORD = /pri[cszx]|preis|prezz|prijs|preci|preç|cena|hinta|\bpvp|amount|betrag|tutar|fiyat/i;

/** Elements whose texts the reader ignores. */
export const SILENT = /^(?:script|style|noscript|template|svg|select|textarea|iframe)$/;

/** Type of a script element with JSON-LD. */
export const JSON_LD = /^\s*application\/ld\+json/i;

/** Attributes that mark the purpose of an element. */
export const MARKS = ['class', 'id', 'itemprop', 'data-testid', 'data-qa'] as const;

/**
 * Attribute that the bookmark adds to the page: the address with which the browser loaded it, if that differs from the
 * address that the visitor sees.
 */
export const LOADED = 'data-largesse-loaded';

/** Names of all attributes that the reader uses. */
export const ATTRIBUTES =
  /^(?:class|id|item(?:prop|scope|type)|property|typeof|name|content|http-equiv|rel|href|src|width|height|style|lang|xml:lang|value|datetime|data|type|data-(?:testid|qa|src|old-hires|zoom-image|price|product-price))$/;
