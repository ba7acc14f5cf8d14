import type { XStatic } from 'typebox/schema';
import { AFFILIATE_STATUSES, MAX_AFFILIATE_LINK_CHARS, MIN_ADDRESS_CHARS } from './limits.ts';
import { titled } from './objects.ts';
import { httpAddress, nullableString } from './text.ts';

const ADDRESS = 'https://pots.example/cast-iron-26?ref=largesse';

/** Body of `PUT /registries/{id}/items/{item_id}/affiliate` (rules: Items). */
export const AffiliateUpdate = {
  title: 'AffiliateUpdate',
  type: 'object',
  required: ['affiliate_url'],
  properties: {
    affiliate_url: httpAddress({
      minLength: MIN_ADDRESS_CHARS,
      maxLength: MAX_AFFILIATE_LINK_CHARS,
      examples: [ADDRESS],
    }),
    affiliate_status: {
      type: 'string',
      enum: AFFILIATE_STATUSES,
      default: 'active',
      examples: ['active'],
    },
  },
} as const;
export type AffiliateUpdate = XStatic<typeof AffiliateUpdate>;

export const Affiliate = titled('Affiliate', {
  affiliate_url: nullableString({ examples: [ADDRESS] }),
  affiliate_status: nullableString({ examples: ['active'] }),
});
export type Affiliate = XStatic<typeof Affiliate>;
