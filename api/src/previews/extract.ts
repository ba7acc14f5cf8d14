import type { PREVIEW_SOURCES } from '@largesse/contract';

/** What a page says about what it sells; null where it says nothing. */
export interface Found {
  name: string | null;
  description: string | null;
  image_url: string | null;
  price: number | null;
  /** ISO 4217. */
  currency: string | null;
  retailer: string | null;
  source: (typeof PREVIEW_SOURCES)[number] | null;
  availability: 'in_stock' | 'sold_out' | null;
}

/** Reads what a page says about what it sells: the title that it gives to those who share it. */
export function extract(html: string, _url: string): Found {
  const [, title = ''] = /<meta\s+property=["']og:title["']\s+content=["']([^"'<>]{1,100})/i.exec(html) ?? [];
  const nothing = { description: null, image_url: null, price: null, currency: null, retailer: null };
  return { ...nothing, name: title || null, source: title ? 'open-graph' : null, availability: null };
}
