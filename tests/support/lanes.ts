/**
 * Runs a function for each value, some at the same time. Returns the results in the order of the values.
 * @param lanes number of calls at the same time
 */
export async function inLanes<T, R>(
  lanes: number,
  values: readonly T[],
  act: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = [...values.entries()];
  const lane = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      results[next[0]] = await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
