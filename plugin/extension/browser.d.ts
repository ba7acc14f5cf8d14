/* The functions of the browser that the extension uses. Chromium and Firefox both have them. */

interface Tab {
  id?: number;
  url?: string;
  index: number;
}

declare const chrome: {
  action: { onClicked: { addListener(listener: (tab: Tab) => void): void } };
  i18n: { getMessage(name: string): string; getUILanguage(): string };
  runtime: { getURL(path: string): string };
  scripting: {
    /** Runs a file in a page. Returns the value of its last statement. Rejects if extensions may not read the page. */
    executeScript(injection: { target: { tabId: number }; files: string[] }): Promise<{ result?: unknown }[]>;
  };
  storage: {
    local: { get(key: 'site'): Promise<{ site?: string }>; set(values: { site: string }): Promise<void> };
  };
  tabs: { create(properties: { url: string; index?: number }): Promise<unknown> };
};
