/**
 * Ids in all examples. They tell one story: the wish is on the list, and the gift is a gift of the wish. No database
 * ever counts to these numbers. So a request that somebody sends with an unchanged example changes no stored data.
 */
export const STORY = {
  person: 9_007_199_254_740_003,
  list: 9_007_199_254_740_007,
  otherList: 9_007_199_254_740_008,
  otherWish: 9_007_199_254_740_041,
  wish: 9_007_199_254_740_042,
  gift: '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11',
  idea: '7d1c1f0a-2b7d-4a55-9a3c-0b9d1e346f0f',
  share: '2c8e4b17-51d3-4f6a-b0e9-7a3d9c5e8f21',
  event: '5f0c2a9e-1d9f-4f0e-8a54-3f6f6e0d2b77',
  webhook: '5f3c2a10-9d41-4b7e-8a55-0c4d1e6f7a92',
} as const;
