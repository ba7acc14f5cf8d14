/** Numbers of failed attempts by address. */
const failures = new Map<string, number>();

/**
 * Loads a module that few visitors need.
 * @param resolved address of the module; browsers never reload a module that failed, unless its address changes
 */
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
