/*
 * Imitates WordPress's filter for the texts of users without `unfiltered_html`, as far as the service can notice it
 * (architecture: What WordPress really does). tests/e2e/api/registries.test.ts uses a real WordPress.
 */

const TITLE_TAGS = ['a', 'b', 'cite', 'code', 'del', 'em', 'i', 'q', 's', 'strong'];
const STORY_TAGS = [...TITLE_TAGS, 'br', 'div', 'h2', 'h3', 'h4', 'hr', 'img', 'li', 'ol', 'p', 'pre', 'span', 'ul'];

/** Returns a title in the form that WordPress stores for a user without `unfiltered_html`. */
export const filterTitle = (title: string): string => kses(title, TITLE_TAGS);

/** Returns a post's content in the form that WordPress stores for a user without `unfiltered_html`. */
export const filterStory = (story: string): string => kses(story, STORY_TAGS);

/** Trims like PHP's `trim`, which WordPress applies to every title of every user. */
export const trimTitle = (title: string): string => title.replace(/^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g, '');

/** Encodes characters that are no markup, and removes forbidden tags, but not their contents. */
function kses(text: string, allowed: readonly string[]): string {
  return text
    .replaceAll('\0', '')
    .replace(/&(?!(?:[a-z]+|#\d+);)/gi, '&amp;')
    .replace(/<(?![^<]*>)/g, '&lt;')
    .replace(/<\/?([a-z\d]*)[^>]*>|>/gi, (part, name) => {
      if (part === '>') return '&gt;';
      return allowed.includes(String(name).toLowerCase()) ? part : '';
    });
}

/**
 * Returns a title as WordPress renders it in `title.rendered`, with curly quotes and entities. Before private titles,
 * WordPress 6.6 and older add "Private: ".
 */
export function renderTitle(raw: string, isPrivate: boolean): string {
  const text = raw
    .replace(/&(?![a-z]+;|#)/gi, '&#038;')
    .replace(/"([^"]*)"/g, '&#8220;$1&#8221;')
    .replaceAll("'", '&#8217;');
  return isPrivate ? `Private: ${text}` : text;
}
