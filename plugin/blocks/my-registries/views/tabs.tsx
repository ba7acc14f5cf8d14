import { isPlainClick } from '../../../assets/plain-click.ts';
import { TAB_PARAMETER } from '../../../assets/shared-names.ts';
import { clearMessages } from '../notice.ts';
import { change, state, TABS, type Tab } from '../state.ts';
import { __ } from '../texts.ts';

const TEXTS: Readonly<Record<Tab, string>> = {
  wishes: __('Wishes'),
  share: __('Share'),
  settings: __('Settings'),
};

/** Renders the links to the tabs. They have real addresses, so the user can also open them in a new window. */
export function Tabs() {
  return (
    <nav class="largesse-mine__tabs" aria-label={__('Parts of this registry')}>
      {TABS.map((tab) => (
        <a
          key={tab}
          href={tabUrl(tab)}
          aria-current={tab === state.tab ? 'page' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            openTab(tab);
          }}
        >
          {TEXTS[tab]}
        </a>
      ))}
    </nav>
  );
}

export function tabInAddress(): Tab {
  const named = new URL(location.href).searchParams.get(TAB_PARAMETER);
  return TABS.find((tab) => tab === named) ?? 'wishes';
}

function tabUrl(tab: Tab): string {
  const url = new URL(location.href);
  url.hash = '';
  if (tab === 'wishes') url.searchParams.delete(TAB_PARAMETER);
  else url.searchParams.set(TAB_PARAMETER, tab);
  return url.href;
}

/** Opens a tab without loading the page again, so that unsaved input is not lost. */
function openTab(tab: Tab): void {
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
