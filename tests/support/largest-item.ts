const wide = (length: number) => '🎁'.repeat(length);

/** The fields of the largest item that the contract allows: 34 KB. */
export const LARGEST_ITEM = {
  name: wide(100),
  description: wide(500),
  url: `https://shop.example/${wide(1979)}`,
  retailer: wide(2000),
  affiliate_url: wide(2000),
  image_url: wide(2000),
};
