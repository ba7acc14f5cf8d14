/**
 * Session storage key with the paths of the lists that were loaded again since the visitor's last change of a gift, one
 * in each line. Missing if the visitor changed none in this tab.
 */
const GIVEN = 'largesse-given';

/** Remembers that the visitor changed a gift, so that lists in the history of this tab are old. */
export function rememberChange(): void {
  try {
    sessionStorage.setItem(GIVEN, '');
  } catch {
    // The browser forbids storage. The lists update themselves after a while.
  }
}

/** Checks whether a list in the history of this tab is older than the last change of a gift; returns true only once. */
export function isOld(path: string): boolean {
  try {
    const loaded = sessionStorage.getItem(GIVEN)?.split('\n');
    if (!loaded || loaded.includes(path)) return false;
    sessionStorage.setItem(GIVEN, [...loaded, path].join('\n'));
    return true;
  } catch {
    return false;
  }
}
