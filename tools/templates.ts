import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../plugin/src/', import.meta.url));

/** A template of the plugin. */
export interface View {
  /** Path below `plugin/src/`. */
  file: string;
  /** Name for `Template::print()`, such as `guests/item-cards`. */
  name: string;
  source: string;
}

/** Returns all templates of the plugin, sorted by name. */
export function views(): View[] {
  return globSync('*/*/views/*.php', { cwd: src })
    .map((file) => {
      const [, folder = '', , template = ''] = file.replace(/\.php$/, '').split(/[\\/]/);
      const name = `${folder.replace(/\B[A-Z]/g, '-$&').toLowerCase()}/${template}`;
      return { file, name, source: readFileSync(src + file, 'utf8') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
