import { existsSync } from 'node:fs';
import { DEBIAN_CHROMIUM, lacksDebianChromium } from '../../../tools/browser/chromium.ts';
import { openChromiumPage } from './chromium-page.ts';
import type { Engine } from './engine-page.ts';
import { FIREFOX, openFirefoxPage } from './firefox-page.ts';
import { MINI_BROWSER, openWebKitPage } from './webkit-page.ts';

const hasWebKit =
  MINI_BROWSER !== undefined && ['WebKitWebDriver', 'Xvfb'].every((one) => existsSync(`/usr/bin/${one}`));

/** Browsers from Debian's packages. All other tests use the Chromium from npm. */
export const engines: readonly Engine[] = [
  { name: 'Debian’s Chromium', skip: lacksDebianChromium, openPage: () => openChromiumPage(DEBIAN_CHROMIUM) },
  { name: 'Firefox', skip: !existsSync(FIREFOX) && 'firefox-esr is not installed', openPage: openFirefoxPage },
  { name: 'WebKit', skip: !hasWebKit && 'webkit2gtk-driver or xvfb is not installed', openPage: openWebKitPage },
];
