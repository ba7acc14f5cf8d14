import { TAB_PARAMETER } from '../../assets/shared-names.ts';
import { clearMessages } from './notice.ts';
import { change, state, TABS, type Tab } from './state.ts';

/** Returns the tab in the address of this page. */
export function tabInAddress(): Tab {
  const named = new URL(location.href).searchParams.get(TAB_PARAMETER);
  return TABS.find((tab) => tab === named) ?? 'wishes';
}

/** Returns the address of a tab. */
export function tabUrl(tab: Tab): string {
  const url = new URL(location.href);
  url.hash = '';
  if (tab === 'wishes') url.searchParams.delete(TAB_PARAMETER);
  else url.searchParams.set(TAB_PARAMETER, tab);
  return url.href;
}

/**
 * Opens a tab without loading the page again, so that unsaved input is not lost. The back button leads to the previous
 * tab.
 */
export function openTab(tab: Tab): void {
  if (tab === state.tab) return;
  clearMessages();
  history.pushState(null, '', tabUrl(tab));
  change({ tab });
}

/** Opens the tab in the address when the user goes back or forward. */
export function followHistory(): void {
  addEventListener('popstate', () => {
    const tab = tabInAddress();
    if (tab !== state.tab) change({ tab });
  });
}
