/** Parameter of a list: the number of entries to skip. */
export const skip = {
  type: 'integer',
  minimum: 0,
  maximum: 2_147_483_647,
  default: 0,
  description: 'Number of entries to skip',
  examples: [0],
} as const;

/** Parameter for the number of entries that a list returns. Each list has its own maximum. */
export const limit = {
  type: 'integer',
  minimum: 1,
  default: 100,
  description: 'Maximum number of entries to return',
  examples: [100],
} as const;
