import type { XStatic } from 'typebox/schema';
import { ITEM_MAX_CHARS, MIN_ADDRESS_CHARS, PREVIEW_SOURCES } from './limits.ts';
import { titled } from './objects.ts';
import { httpAddress, nullableString, string } from './text.ts';

const ADDRESS = 'https://pots.example/cast-iron-26';

/** Body of `POST /previews` and `POST /previews/picture`. */
export const PreviewBody = titled('PreviewBody', {
  url: httpAddress({ minLength: MIN_ADDRESS_CHARS, maxLength: ITEM_MAX_CHARS.url, examples: [ADDRESS] }),
});
export type PreviewBody = XStatic<typeof PreviewBody>;

const price = { type: ['number', 'null'], examples: [89.9] } as const;
const currency = nullableString({ description: 'Three letters of ISO 4217', examples: ['EUR'] });

/** Product data on the page of a shop (rules: Previews). */
export const Preview = titled('Preview', {
  url: string({ description: 'The address in the request', examples: [ADDRESS] }),
  name: nullableString({ examples: ['Cast-iron pot'] }),
  description: nullableString({ examples: ['26 cm, with a lid'] }),
  image_url: nullableString({ examples: ['https://pots.example/cast-iron-26.jpg'] }),
  price,
  currency,
  retailer: nullableString({ examples: ['Pots & Pans'] }),
  source: {
    type: ['string', 'null'],
    enum: [...PREVIEW_SOURCES, null],
    description: 'Source of the data on the page',
    examples: ['json-ld'],
  },
  missing: nullableString({
    description: 'Message if the service found no data, the same for every reason; otherwise `null`',
    examples: [null],
  }),
});
export type Preview = XStatic<typeof Preview>;

/** Answer of `POST /previews/picture`: not JSON. */
export const PreviewPicture = { contentMediaType: 'image/*', description: 'The bytes of the picture' } as const;
