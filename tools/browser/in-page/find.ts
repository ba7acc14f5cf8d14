export interface Wanted {
  /** A control to press, or a field to fill. */
  kind: 'control' | 'field';
  /** Visible text, name for screen readers, or value of the control or field. For a field, the beginning is enough. */
  name: string;
}

const PRESSED =
  'a[href], button, summary, input[type="submit"], input[type="radio"], input[type="checkbox"], [role="button"]';
const FILLED = 'input, textarea, select';

/**
 * Finds a control or field by its name, scrolls it into view, and returns the point at which a finger taps it. Returns
 * null until the element exists, is enabled, does not move, and is not covered. If a dialog is open, looks only at the
 * dialog.
 */
export async function findPoint({ kind, name }: Wanted): Promise<{ x: number; y: number } | null> {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const found = [...root.querySelectorAll<HTMLElement>(kind === 'field' ? FILLED : PRESSED)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      namesOf(element).some((one) => one === name || (kind === 'field' && one.startsWith(name))),
  );
  if (!found || found.matches(':disabled, [aria-disabled="true"]')) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const labels = [...((found as HTMLInputElement).labels ?? [])];
  for (const target of [found, ...labels]) {
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    const later = target.getBoundingClientRect();
    if (later.left !== left || later.top !== top) return null;
    const hit = document.elementFromPoint(x, y);
    if (hit && [found, ...labels].some((one) => one.contains(hit))) return { x, y };
  }
  return null;
}

/** Returns the names of a control or field: its visible text, its name for screen readers, and its value. */
function namesOf(element: HTMLElement): string[] {
  const { labels, value } = element as HTMLInputElement;
  const seen = (labels?.[0] ?? element).cloneNode(true) as HTMLElement;
  for (const unseen of seen.querySelectorAll('.largesse-unseen, .screen-reader-text')) unseen.remove();
  return [seen.textContent, element.getAttribute('aria-label'), value].map((name) =>
    (name ?? '').replace(/\s+/g, ' ').trim(),
  );
}
