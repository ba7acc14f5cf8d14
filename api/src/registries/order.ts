/** Returns the active ids, those in `order` first. */
export function mergeOrder(order: readonly number[], active: readonly number[]): number[] {
  if (isSameOrder(order, active)) return [...order];
  const rest = new Set(active);
  const known = order.filter((id) => rest.delete(id));
  return [...known, ...rest];
}

/** Returns whether two lists contain the same ids in the same order. */
export const isSameOrder = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
