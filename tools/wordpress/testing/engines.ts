import { findPhp } from '../native/find-php.ts';
import type { EngineName } from '../php-engine.ts';

/** Reason to skip tests of the machine's PHP; `false` if they can run. */
export const whyNoNativePhp = await findPhp().then((php) => 'missing' in php && php.missing);

/** Engines available to tests on this machine. */
export const engines: readonly EngineName[] = whyNoNativePhp === false ? ['wasm', 'native'] : ['wasm'];
