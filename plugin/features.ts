import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = join(import.meta.dirname, 'src');

/** A feature with a switch, as its `Module.php` declares it. */
export interface Feature {
  /** Path of its folder in `plugin/src`, such as `Together/Draws`. */
  folder: string;
  key: string;
  /** Key of the feature that it needs; '' for none. */
  needs: string;
}

/** Paths of the folders of all modules, such as `Together/Draws`, in the order of `Plugin::MODULES`. */
export const MODULES: readonly string[] = Array.from(
  readFileSync(join(src, 'Plugin.php'), 'utf8').matchAll(/^\t\t([\w\\]+)\\Module::class,$/gm),
  ([, folder = '']) => folder.replaceAll('\\', '/'),
);

/** All features with a switch. */
export const FEATURES: readonly Feature[] = MODULES.map((folder) => {
  const code = readFileSync(join(src, folder, 'Module.php'), 'utf8');
  const text = (name: string) => new RegExp(`const ${name} = '([^']+)';`).exec(code)?.[1] ?? '';
  return { folder, key: text('FEATURE'), needs: text('NEEDS') };
}).filter(({ key }) => key !== '');
