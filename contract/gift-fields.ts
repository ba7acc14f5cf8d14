import type { Purchase, PurchasePatch } from './purchases.ts';

/** How the parts of the product treat a field of a gift. */
interface GiftField {
  /** True for the fields of the form for giving: the giver types them, and can change them later. */
  isTyped: boolean;
  /** True for data about the giver, which an erasure removes. */
  isPersonal: boolean;
}

const TYPED = { isTyped: true, isPersonal: true } as const;
const PERSONAL = { isTyped: false, isPersonal: true } as const;
const OTHER = { isTyped: false, isPersonal: false } as const;

/**
 * All fields of a gift. Service and plugin get the lists of fields that a giver changes, and that an erasure removes,
 * from here (`npm run rules`).
 */
export const GIFT_FIELDS = {
  id: OTHER,
  item_id: OTHER,
  registry_id: OTHER,
  quantity: { isTyped: true, isPersonal: false },
  state: OTHER,
  is_secret: OTHER,
  is_owner: OTHER,
  giver_user_id: PERSONAL,
  giver_name: TYPED,
  giver_email: TYPED,
  message: TYPED,
  is_giver_shown: OTHER,
  thanked_at: OTHER,
  item_name: OTHER,
  item_price: OTHER,
  item_currency: OTHER,
  item_url: OTHER,
  external_id: PERSONAL,
  created_at: OTHER,
  updated_at: OTHER,
} as const satisfies Readonly<Record<keyof Purchase, GiftField>>;

type GiftFields = typeof GIFT_FIELDS;
type FieldOf<Property extends keyof GiftField> = {
  [Name in keyof GiftFields]: GiftFields[Name][Property] extends true ? Name : never;
}[keyof GiftFields];

/** A field that the giver types. */
export type TypedGiftField = FieldOf<'isTyped'>;

/** A field with data about the giver. */
export type PersonalGiftField = FieldOf<'isPersonal'>;

const isField = (name: string): name is keyof GiftFields => name in GIFT_FIELDS;
const names = Object.keys(GIFT_FIELDS).filter(isField);

/** Returns whether the giver types a field. */
export const isTypedGiftField = (name: keyof GiftFields): name is TypedGiftField => GIFT_FIELDS[name].isTyped;

/** Returns whether a field contains data about the giver. */
export const isPersonalGiftField = (name: keyof GiftFields): name is PersonalGiftField => GIFT_FIELDS[name].isPersonal;

/** The fields of the form for giving. */
export const TYPED_GIFT_FIELDS = names.filter(isTypedGiftField) satisfies (keyof PurchasePatch)[];

/** Fields with data about the giver. */
export const PERSONAL_GIFT_FIELDS = names.filter(isPersonalGiftField);
