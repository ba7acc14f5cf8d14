import type { Tab } from '../state.ts';

/** What other features show on the tabs. PHP prints it below the page; the first tab that is shown takes its part. */
const taken = new Map<Tab, HTMLElement | null>();

function partOf(tab: Tab): HTMLElement | null {
  const part = taken.get(tab) ?? document.querySelector<HTMLElement>(`[data-largesse-tab="${tab}"]`);
  taken.set(tab, part);
  return part;
}

/** Renders what other features show on a tab. */
export function Printed({ tab }: { tab: Tab }) {
  const append = (place: HTMLElement | null) => {
    const part = place && partOf(tab);
    if (part) place.append(part);
  };
  return <div ref={append} />;
}
