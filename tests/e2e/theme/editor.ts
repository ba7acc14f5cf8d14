import type { Tab } from '../../../tools/browser/tab.ts';

/** A template, part or pattern of the theme, and the editor's complaints about it. */
export interface Checked {
  /** Kind and name, such as `template front-page`. */
  name: string;
  /** Names of the blocks that the editor rejects as invalid or unknown. */
  complaints: string[];
}

/** Checks all templates, parts and patterns of the theme. The block editor must be open in the tab. */
export function checkInEditor(page: Tab): Promise<Checked[]> {
  return page.evaluate<Checked[]>(`(async () => {
    const get = (path) => wp.apiFetch({ path });
    const [templates, parts, patterns] = await Promise.all([
      get('/wp/v2/templates?context=edit'), get('/wp/v2/template-parts?context=edit'), get('/wp/v2/block-patterns/patterns'),
    ]);
    const own = ({ theme, source }) => theme === 'largesse' && source === 'theme';
    const all = [
      ...templates.filter(own).map(({ slug, content }) => ['template ' + slug, content.raw]),
      ...parts.filter(own).map(({ slug, content }) => ['part ' + slug, content.raw]),
      ...patterns.filter(({ name }) => name.startsWith('largesse/')).map(({ name, content }) => ['pattern ' + name, content]),
    ];
    const flat = (blocks) => blocks.flatMap((block) => [block, ...flat(block.innerBlocks)]);
    return all.map(([name, content]) => ({
      name,
      complaints: flat(wp.blocks.parse(content))
        .filter(({ name, isValid }) => !isValid || name === 'core/missing' || name === 'core/freeform')
        .map(({ name, originalContent }) => name + ': ' + originalContent),
    }));
  })()`);
}
