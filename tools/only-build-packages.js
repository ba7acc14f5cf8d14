// Reduces package.json to the packages that `npm run build` needs, so that an image needs no test programs. Plain
// JavaScript, because it runs before anything is installed. Containerfiles call it.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Packages that tools/build.ts and tools/release/image-parts.ts import, directly or through the code that they bundle.
 */
const WANTED = [
  'entities',
  'esbuild',
  'gettext-parser',
  'htmlparser2',
  'papaparse',
  'postal-mime',
  'preact',
  'sortablejs',
  'tar',
  'uqr',
];

const project = JSON.parse(readFileSync('package.json', 'utf8'));
project.devDependencies = Object.fromEntries(
  WANTED.flatMap((name) => {
    const version = project.devDependencies[name];
    return version === undefined ? [] : [[name, version]];
  }),
);
delete project.overrides;
delete project.allowScripts;
project.workspaces = ['contract'];
writeFileSync('package.json', JSON.stringify(project));
