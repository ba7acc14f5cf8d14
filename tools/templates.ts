import { createHash } from 'node:crypto';
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

/** Line in the comment at the head of a template, before the end of the comment. */
const VERSION = / \*\n \* @version [0-9a-f]{8}\n(?= \*\/)/;

/**
 * Returns the source of a template with its version. The version depends on the code, not on comments and white space.
 * So copies in themes are outdated only if the code has changed.
 */
export function versioned(source: string): string {
  const plain = source.replace(VERSION, '');
  const end = plain.indexOf(' */');
  const code = plain.slice(end).replaceAll(/\/\*.*?\*\/|\s+/gs, '');
  const version = createHash('sha256').update(code).digest('hex').slice(0, 8);
  return `${plain.slice(0, end)} *\n * @version ${version}\n${plain.slice(end)}`;
}
