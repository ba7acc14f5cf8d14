import { readFileSync } from 'node:fs';

const FILES = ['compose.yaml', 'Containerfile', 'wordpress/Containerfile'];

/**
 * Returns the official images in deploy/compose.yaml and its Containerfiles. Lists each image once, with its short
 * name.
 */
export function officialImages(): { name: string; image: string }[] {
  const found = FILES.flatMap((file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return [...text.matchAll(/^(?: *image: |ARG \w+=)(docker\.io\/library\/(\w+):[\w.-]+)/gm)];
  });
  return [...new Map(found.map(([, image = '', name = '']) => [image, { name, image }])).values()];
}
