import type { Bytes, Transport } from './transport.ts';
import type { Preview, ShopCheck } from './types.ts';

/** The bytes of a picture. */
export interface Picture {
  /** Media type, detected from the bytes: `image/jpeg`, `image/png`, `image/webp`, `image/gif` or `image/avif`. */
  type: string;
  bytes: Bytes;
}

/** The operations on pages of shops. All operations resolve to null if previews are disabled. */
export interface PreviewCalls {
  /** Reads the product data on a shop's page. */
  preview(url: string): Promise<Preview | null>;
  /** Fetches a picture; for admins. Rejects with status 422 if the address leads to no picture. */
  previewPicture(url: string): Promise<Picture | null>;
  /** Checks whether a shop still sells the product on a page; for admins. */
  previewCheck(url: string): Promise<ShopCheck | null>;
}

export const previewCalls = ({ request, requestBytes }: Transport): PreviewCalls => ({
  preview: (url) => request('POST', ['previews'], { body: { url } }),
  previewPicture: (url) => requestBytes('POST', ['previews', 'picture'], { body: { url } }),
  previewCheck: (url) => request('POST', ['previews', 'check'], { body: { url } }),
});
