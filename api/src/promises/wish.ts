/** A wish as it was when somebody promised it; null for promises of earlier versions. */
export interface PromisedWish {
  item_price: number | null;
  item_currency: string | null;
  item_url: string | null;
}
