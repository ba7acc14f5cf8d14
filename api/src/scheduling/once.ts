/** Returns a function that begins the work at its first call, and returns the same promise at each call. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
