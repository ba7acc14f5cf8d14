import type { Bytes, Transport } from './transport.ts';
import type { Preview } from './types.ts';

/** The bytes of a picture. */
export interface Picture {
  /** Media type, detected from the bytes: `image/jpeg`, `image/png`, `image/webp`, `image/gif` or `image/avif`. */
  type: string;
  bytes: Bytes;
}

/** The operations on pages of shops. All operations resolve to null if previews are disabled. */
export const previewCalls = ({ request, requestBytes }: Transport) => ({
  /** Reads the product data on a shop's page. */
  preview: (url: string): Promise<Preview | null> => request('POST', ['previews'], { body: { url } }),
  /** Fetches a picture; for admins. Rejects with status 422 if the address leads to no picture. */
  previewPicture: (url: string): Promise<Picture | null> =>
    requestBytes('POST', ['previews', 'picture'], { body: { url } }),
});
