/*! With htmlparser2 and entities (MIT and BSD-2-Clause licenses): see licenses.txt */
import { Parser } from 'htmlparser2';
import { Microdata } from './microdata.ts';
import { JSON_LD, LOADED, MARKS, PRICE_WORD, SILENT } from './parts.ts';
import { BLOCKS, LINE } from './texts.ts';
import type { Thing } from './thing.ts';

/** Limits for a page. Data beyond a limit is ignored; beyond the first two limits, the rest of the page is ignored. */
const MAX_ELEMENTS = 150_000;
const MAX_DEPTH = 1000;
const MAX_JSON_CHARS = 2_000_000;
const MAX_META = 1000;
const MAX_CAPTURE_CHARS = 2000;
const MAX_CAPTURES = 1500;
const MAX_OPEN_CAPTURES = 40;
const MAX_PICTURES = 200;

/** Number of characters passed to the parser at a time. */
const CHUNK = 65_536;

/** Marks the start of smaller digits in a captured text, because some shops write 12.99 as `12<sup>99</sup>`. */
export const SMALL_DIGITS = '\u2060';

const SMALL_WORD = /\bcents?\b|fraction|decimal/i;

/** A text of the page that may be a price, and the surroundings of the text. */
export interface PriceText {
  text: string;
  /** Class, id and similar attributes of the element that contains the text. */
  own: string;
  /** Names and attributes of the elements around this element, the innermost element first. */
  around: string;
  isStruck: boolean;
  isAfterHeading: boolean;
}

/** A picture of the page. */
export interface Picture {
  url: string;
  marks: string;
  /** Smaller of the declared width and height (pixels); 0 if one is missing. */
  size: number;
  isAfterHeading: boolean;
}

/** Data collected in one pass over a page. */
export interface Page {
  lang: string;
  /** Address with which the browser loaded the page, if a script has changed the address since then. */
  loaded: string | null;
  base: string | null;
  canonical: string | null;
  title: string;
  headings: string[];
  meta: ReadonlyMap<string, readonly string[]>;
  jsonLd: string[];
  things: Thing[];
  /** Microdata properties outside of any item scope. Some shops forget the scope. */
  loose: Thing;
  prices: PriceText[];
  pictures: Picture[];
}

type Attributes = Record<string, string>;

interface Capture {
  text: string;
  /** Sign that replaces the start and end of a block in the text. */
  block: string;
  done(text: string): void;
  /** Number of elements with struck text around it. Struck text inside is left out. */
  readonly struck: number;
}

interface Open {
  name: string;
  marks: string;
  captures: Capture[] | null;
  isStruck: boolean;
}

/** Reads a page in one pass. Never throws, and stores only a limited amount of data. */
export function readHtml(html: string): Page {
  const handler = new PageHandler();
  const parser = new Parser(handler, { decodeEntities: true, lowerCaseTags: true });
  for (let at = 0; at < html.length && !handler.isFull; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  // `end` also closes all open elements, starting with the innermost element.
  parser.end();
  return handler.page();
}

class PageHandler {
  #lang = '';
  #loaded: string | null = null;
  #base: string | null = null;
  #canonical: string | null = null;
  #title = '';
  #headings: string[] = [];
  #meta = new Map<string, string[]>();
  #metaCount = 0;
  #jsonLd: string[] = [];
  #jsonChars = 0;
  #json: string[] | null = null;
  #prices: PriceText[] = [];
  #pictures: Picture[] = [];
  #open: Open[] = [];
  #captures = new Set<Capture>();
  #captured = 0;
  #silent = 0;
  #struck = 0;
  /** Addresses of the last `<source>` of a picture. */
  #source = '';
  #elements = 0;
  #microdata = new Microdata();

  /** True if a limit was reached and the rest of the page is ignored. */
  get isFull(): boolean {
    return this.#elements > MAX_ELEMENTS || this.#open.length > MAX_DEPTH;
  }

  page(): Page {
    return {
      lang: this.#lang,
      loaded: this.#loaded,
      base: this.#base,
      canonical: this.#canonical,
      title: this.#title,
      headings: this.#headings,
      meta: this.#meta,
      jsonLd: this.#jsonLd,
      things: this.#microdata.things,
      loose: this.#microdata.loose,
      prices: this.#prices,
      pictures: this.#pictures,
    };
  }

  onopentag(name: string, attributes: Attributes): void {
    this.#elements++;
    const open: Open = { name, marks: marksOf(attributes), captures: null, isStruck: isStruck(name, attributes) };
    this.#open.push(open);
    if (open.isStruck) this.#struck++;
    if (SILENT.test(name)) this.#silent++;
    if (BLOCKS.has(name)) this.#endLine();
    if (this.isFull) return;
    this.#readElement(name, attributes);
    this.#readItem(open, attributes);
    this.#readPrice(open, attributes);
    if (name === 'sup' || SMALL_WORD.test(open.marks)) this.#append(SMALL_DIGITS);
  }

  ontext(text: string): void {
    if (this.#json) this.#appendJson(text);
    else if (this.#silent === 0) this.#append(text);
  }

  onclosetag(name: string): void {
    const open = this.#open.pop();
    if (!open) return;
    if (this.#json && name === 'script') {
      this.#jsonLd.push(this.#json.join(''));
      this.#json = null;
    }
    for (const capture of open.captures ?? []) {
      this.#captures.delete(capture);
      capture.done(capture.text);
    }
    this.#microdata.close(this.#open.length);
    if (SILENT.test(name)) this.#silent--;
    if (open.isStruck) this.#struck--;
    if (BLOCKS.has(name)) this.#endLine();
  }

  #readElement(name: string, attributes: Attributes): void {
    switch (name) {
      case 'html':
        this.#lang ||= (attributes.lang ?? attributes['xml:lang'] ?? '').slice(0, 35);
        this.#loaded ??= attributes[LOADED] ?? null;
        break;
      case 'base':
        this.#base ??= attributes.href ?? null;
        break;
      case 'link':
        this.#readLink(attributes);
        break;
      case 'meta':
        this.#readMeta(attributes);
        break;
      case 'title':
        if (this.#title === '')
          this.#capture((text) => {
            this.#title ||= text.trim();
          });
        break;
      case 'h1':
        this.#capture((text) => {
          if (text.trim() !== '') this.#headings.push(text);
        });
        break;
      case 'script':
        if (JSON_LD.test(attributes.type ?? '')) this.#json = [];
        break;
      case 'source':
        this.#source = attributes.srcset ?? attributes['data-srcset'] ?? '';
        break;
      case 'img':
        this.#readPicture(attributes);
    }
  }

  #readLink({ rel = '', href }: Attributes): void {
    if (href === undefined) return;
    if (/\bcanonical\b/i.test(rel)) this.#canonical ??= href;
    if (/\bimage_src\b/i.test(rel)) this.#keepMeta('image_src', href);
  }

  #readMeta({ property, name, itemprop, content, 'http-equiv': equivalent }: Attributes): void {
    if (content === undefined) return;
    if (equivalent?.toLowerCase() === 'content-language') this.#lang ||= content.slice(0, 35);
    for (const key of new Set([property, name, itemprop && `item:${itemprop}`]))
      if (key) this.#keepMeta(key.trim().toLowerCase(), content);
  }

  #keepMeta(key: string, content: string): void {
    if (content.trim() === '' || this.#metaCount++ >= MAX_META) return;
    const known = this.#meta.get(key);
    if (known) known.push(content);
    else this.#meta.set(key, [content]);
  }

  #readPicture(attributes: Attributes): void {
    const { src = '', srcset = '' } = attributes;
    const later = LAZY.map((name) => attributes[name] ?? '').find(
      (value) => value !== '' && !value.startsWith('data:'),
    );
    const lists = [attributes['data-srcset'] ?? '', PLACEHOLDER.test(src) ? srcset || this.#source : ''];
    const url = later ?? (lists.map(largestIn).find((found) => found !== '') || src);
    this.#source = '';
    if (url === '' || this.#pictures.length >= MAX_PICTURES) return;
    const around = this.#open.slice(-5, -1).map(({ marks }) => marks);
    this.#pictures.push({
      url,
      marks: [marksOf(attributes), ...around].join(' ').slice(0, 500),
      size: Math.min(
        Number.parseInt(attributes.width ?? '', 10) || 0,
        Number.parseInt(attributes.height ?? '', 10) || 0,
      ),
      isAfterHeading: this.#headings.length > 0,
    });
  }

  #readItem(open: Open, attributes: Attributes): void {
    const take = this.#microdata.open(this.#open.length - 1, open.name, attributes);
    if (take) this.#capture(take, LINE);
  }

  #readPrice(open: Open, attributes: Attributes): void {
    if (!PRICE_WORD.test(open.marks) || this.#silent > 0) return;
    const price = {
      own: open.marks,
      around: this.#around(),
      isStruck: this.#struck > 0,
      isAfterHeading: this.#headings.length > 0,
    };
    const said = attributes.content ?? attributes['data-price'] ?? attributes['data-product-price'];
    this.#capture((text) => {
      const shown = text.trim() === '' ? (said ?? '') : text;
      if (shown.length <= 120 && /\p{Nd}/u.test(shown)) this.#prices.push({ ...price, text: shown });
    });
  }

  #around(): string {
    let around = '';
    for (let at = this.#open.length - 2; at >= 0 && around.length < 600; at--) {
      const { name, marks } = this.#open[at] ?? { name: '', marks: '' };
      around += `${name} ${marks} `;
    }
    return around;
  }

  #capture(done: (text: string) => void, block = ' '): void {
    const open = this.#open.at(-1);
    if (!open || this.#captures.size >= MAX_OPEN_CAPTURES || this.#captured++ >= MAX_CAPTURES) return;
    const capture: Capture = { text: '', block, done, struck: this.#struck };
    open.captures ??= [];
    open.captures.push(capture);
    this.#captures.add(capture);
  }

  #append(text: string): void {
    for (const capture of this.#captures)
      if (capture.text.length < MAX_CAPTURE_CHARS && this.#struck <= capture.struck)
        capture.text += text.length > MAX_CAPTURE_CHARS ? text.slice(0, MAX_CAPTURE_CHARS) : text;
  }

  #endLine(): void {
    for (const capture of this.#captures)
      if (capture.text.length < MAX_CAPTURE_CHARS && !capture.text.endsWith(capture.block))
        capture.text += capture.block;
  }

  #appendJson(text: string): void {
    this.#jsonChars += text.length;
    if (this.#jsonChars <= MAX_JSON_CHARS) this.#json?.push(text);
  }
}

/** Attributes in which scripts find the address of a picture that is loaded later. */
const LAZY = [
  'data-old-hires',
  'data-zoom-image',
  'data-src',
  'data-lazy-src',
  'data-lazy',
  'data-original',
  'data-original-src',
];

/** The address of a picture that only keeps the place for another one. */
const PLACEHOLDER = /^$|^data:|placeholder|blank\.|spacer|transparent|\b1x1\b|loading|lazy/i;

/** Returns the address of the largest picture in a `srcset`; '' for none. */
function largestIn(srcset: string): string {
  let largest = '';
  let most = 0;
  for (const [, url = '', width] of srcset.slice(0, 10_000).matchAll(/([^\s,]\S*[^\s,])(?:\s+([\d.]{1,9})[wx])?/g)) {
    const size = Number(width ?? 1);
    if (url.startsWith('data:') || /^[\d.]+[wxh]$/.test(url) || size <= most) continue;
    [largest, most] = [url, size];
  }
  return largest;
}

function marksOf(attributes: Attributes): string {
  return MARKS.map((name) => attributes[name] ?? '')
    .join(' ')
    .trim()
    .slice(0, 300);
}

const STRUCK_STYLE = /line-through/i;

function isStruck(name: string, { style = '' }: Attributes): boolean {
  return name === 'del' || name === 's' || name === 'strike' || STRUCK_STYLE.test(style.slice(0, 500));
}
