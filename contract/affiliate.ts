import { type Static, Type } from 'typebox';
import { AFFILIATE_STATUSES, type AffiliateStatus } from './items.ts';
import { httpAddress, nullableString } from './text.ts';

/** Body of `PUT /registries/{id}/items/{item_id}/affiliate` (spec: Limits). */
export const AffiliateUpdate = Type.Object(
  {
    affiliate_url: httpAddress({
      minLength: 10,
      maxLength: 500,
      examples: ['https://pots.example/cast-iron-26?ref=largesse'],
    }),
    affiliate_status: Type.Optional(
      Type.Unsafe<AffiliateStatus>({
        type: 'string',
        enum: [...AFFILIATE_STATUSES],
        maxLength: 50,
        default: 'active',
        examples: ['active'],
      }),
    ),
  },
  { title: 'AffiliateUpdate' },
);
export type AffiliateUpdate = Static<typeof AffiliateUpdate>;

export const Affiliate = Type.Object(
  {
    affiliate_url: nullableString({ examples: ['https://pots.example/cast-iron-26?ref=largesse'] }),
    affiliate_status: nullableString({ examples: ['active'] }),
  },
  { title: 'Affiliate' },
);
export type Affiliate = Static<typeof Affiliate>;
