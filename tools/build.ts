import { buildPlugin, writeAtomically } from '../plugin/build.ts';
import { compiledTranslations } from './compile-translations.ts';

/** Builds the files of plugin and theme that Git does not contain: scripts, style sheets and translations. */
export async function build(): Promise<void> {
  const translations = await compiledTranslations();
  await Promise.all([buildPlugin(), ...translations.map(writeAtomically)]);
}

if (import.meta.main) await build();
