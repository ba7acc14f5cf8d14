import { defaultEngine } from '../../../tools/wordpress/choose-engine.ts';
import { debianWordPress } from '../../../tools/wordpress/debian.ts';

/** Reason why tests on Debian's newest WordPress cannot run on this machine; false if they can. */
export const debianIsMissing: string | false =
  (await defaultEngine()) === 'wasm'
    ? 'Debian’s WordPress runs only on the machine’s PHP'
    : (await debianWordPress()) === undefined && 'Debian’s newest WordPress is not installed';
