/** Number of failed attempts to load each address. */
const failures = new Map<string, number>();

/** Loads a module. After a failure, it uses another address, because browsers never load a failed address again. */
export async function loadModule<T>(resolved: string): Promise<T> {
  const address = new URL(resolved);
  const failed = failures.get(resolved) ?? 0;
  if (failed > 0) address.searchParams.set('again', String(failed));
  try {
    return await import(address.href);
  } catch (error) {
    failures.set(resolved, failed + 1);
    throw error;
  }
}
