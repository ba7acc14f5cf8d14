import { ATTRIBUTES, JSON_LD, LOADED, MARKS, PRICE_WORD, SILENT } from '../../contract/shop-pages/parts.ts';
import { ASK_FOR_PAGE, MAX_PAGE_BYTES } from './page-message.ts';
import { WISH_URL_PARAMETER } from './shared-names.ts';

/*
 * The bookmark and the browser extension send these parts of a shop's page to My registries. The bookmark contains this
 * file, so it must stay small.
 */

/** Maximum length of the page's address. My registries refuses longer addresses, and asks the user for the address. */
const MAX_ADDRESS_CHARS = 2700;

/** Maximum length of a text with a price. The reader ignores longer texts. */
const MAX_PRICE_CHARS = 2000;

/**
 * Returns the parts of the page that the reader needs, as HTML with at most MAX_PAGE_BYTES. JSON-LD comes first,
 * because the end may be cut off.
 */
export function pageParts(): string {
  // In this document, copied pictures do not load.
  const root = partsOf(document.documentElement, document.implementation.createHTMLDocument(), false);
  root?.prepend(...root.querySelectorAll('script'));
  // Data in the page may still describe the product with which the page was loaded.
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded && loaded.name.replace(/#.*/, '') !== location.href.replace(/#.*/, ''))
    root?.setAttribute(LOADED, loaded.name);
  const html = root?.outerHTML ?? '';
  return html.slice(0, new TextEncoder().encodeInto(html, new Uint8Array(MAX_PAGE_BYTES)).read);
}

/** Copies the parts of an element that the reader needs. @param isInside whether it needs all texts inside */
function partsOf(element: Element, target: Document, isInside: boolean): Element | undefined {
  const name = element.localName;
  const get = (attribute: string) => element.getAttribute(attribute) ?? '';
  if (SILENT.test(name) && !JSON_LD.test(get('type'))) return undefined;
  const isRead =
    isInside ||
    /^(?:title|h1|script)$/.test(name) ||
    ((get('itemprop') || get('property')) && !element.hasAttribute('itemscope')) ||
    (PRICE_WORD.test(MARKS.map(get).join(' ')) && element.textContent.length < MAX_PRICE_CHARS);
  const inside: (string | Element)[] = [];
  for (const child of element.childNodes) {
    const part =
      child instanceof Element ? partsOf(child, target, !!isRead) : isRead && child instanceof Text && child.data;
    if (part) inside.push(part);
  }
  const isPart = /^(?:meta|base|img)$/.test(name) || (name === 'link' && /canonical|image_src/i.test(get('rel')));
  if (!isRead && !isPart && inside.length === 0) return undefined;
  const copy = target.importNode(element);
  for (const attribute of element.getAttributeNames()) if (!ATTRIBUTES.test(attribute)) copy.removeAttribute(attribute);
  if (element instanceof HTMLImageElement && element.naturalWidth) {
    copy.setAttribute('src', element.currentSrc);
    copy.setAttribute('width', `${element.naturalWidth}`);
    copy.setAttribute('height', `${element.naturalHeight}`);
  }
  copy.append(...inside);
  return copy;
}

/** Returns the address of My registries with the form for a wish from a page. @param target address of My registries */
export const formAddress = (target: string, page: string): string =>
  target +
  (new URL(target).search ? '&' : '?') +
  new URLSearchParams({ [WISH_URL_PARAMETER]: page.replace(/#.*$/, '').slice(0, MAX_ADDRESS_CHARS) });

/** Returns the address of a form, with the parts of the page in its fragment. */
export const addressWithParts = (form: string, html: string): string =>
  `${form}#${new URLSearchParams({ [ASK_FOR_PAGE]: html })}`.slice(0, MAX_PAGE_BYTES);
