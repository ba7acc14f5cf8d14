/** Selector of the list of the user's own registries. */
const PLACE = '[data-largesse-own]';

/**
 * Reloads the list of the user's own registries.
 * @returns true if the list contains a new registry; undefined if the site does not answer
 */
export async function refreshOwnRegistries(): Promise<boolean | undefined> {
  const shown = document.querySelector(PLACE);
  try {
    const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(30_000) });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const current = page.querySelector(PLACE);
    if (!response.ok || !shown || !current) return undefined;
    const known = linksIn(shown);
    shown.replaceChildren(...current.children);
    return linksIn(shown).some((link) => !known.includes(link));
  } catch {
    return undefined;
  }
}

function linksIn(place: Element): string[] {
  return [...place.querySelectorAll('li a')].map((link) => link.getAttribute('href') ?? '');
}
