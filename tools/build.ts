import { buildPlugin } from '../plugin/build.ts';
import { compileTranslations } from './compile-translations.ts';

/** Builds the files of plugin and theme that Git does not contain: scripts, style sheets and translations. */
export async function build(): Promise<void> {
  await Promise.all([buildPlugin(), compileTranslations()]);
}

if (import.meta.main) await build();
