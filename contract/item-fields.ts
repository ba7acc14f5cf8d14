import type { ItemRegistryCreate } from './items.ts';

/** How the parts of the product treat a field of an item. */
interface ItemField {
  /** True for fields of the wish itself: owners type and see them, and files and hidden wishes contain them. */
  isWish: boolean;
  /**
   * Whether a copy on another list gets the value: `always`, only from a list of the same owners (`own`), or `never`.
   * The plugin computes the address and the quantity of a copy.
   */
  copied: 'always' | 'own' | 'never';
  /** Value after an erasure of personal data; missing if the value says nothing about a person, and stays. */
  erased?: string | null;
}

/**
 * All fields of an item that callers can set. The plugin gets the lists of fields that it copies, exports, imports,
 * hides and erases from here (`npm run rules`). The order is the order of the fields in a file.
 */
export const ITEM_FIELDS = {
  name: { isWish: true, copied: 'always', erased: '-' },
  url: { isWish: true, copied: 'never', erased: 'https://erased.invalid/' },
  retailer: { isWish: true, copied: 'always', erased: null },
  description: { isWish: true, copied: 'own', erased: null },
  image_url: { isWish: true, copied: 'always', erased: null },
  price: { isWish: true, copied: 'always', erased: null },
  currency: { isWish: true, copied: 'always', erased: null },
  quantity_needed: { isWish: true, copied: 'never' },
  external_id: { isWish: false, copied: 'never', erased: null },
  quantity_purchased: { isWish: false, copied: 'never' },
  affiliate_url: { isWish: false, copied: 'own', erased: null },
  affiliate_status: { isWish: false, copied: 'own', erased: null },
  is_active: { isWish: false, copied: 'never' },
} as const satisfies Readonly<Record<keyof (typeof ItemRegistryCreate)['properties'], ItemField>>;

const fields: readonly (readonly [name: string, field: ItemField])[] = Object.entries(ITEM_FIELDS);

const namesOf = (isMeant: (field: ItemField) => boolean): string[] =>
  fields.filter(([, field]) => isMeant(field)).map(([name]) => name);

/** Fields of the wish itself. */
export const WISH_FIELDS = namesOf(({ isWish }) => isWish);

/** Fields whose values a copy on a list of the same owners gets. */
export const COPIED_FIELDS = namesOf(({ copied }) => copied !== 'never');

/** Fields of these that a copy on a list of other owners does not get. */
export const OWN_FIELDS = namesOf(({ copied }) => copied === 'own');

/** Values of an erased item, by field. */
export const ERASED_ITEM: Readonly<Record<string, string | null>> = Object.fromEntries(
  fields.flatMap(([name, { erased }]) => (erased === undefined ? [] : [[name, erased]])),
);
