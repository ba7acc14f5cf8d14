import { Refusal } from './refusal.ts';

/** A place where the version of a component is written down. */
export interface VersionRule {
  /** Files, as a glob from the top of the repository; a new file that matches is found without being named. */
  files: string;
  /** Finds each version in such a file, in its group `version`; flags `d` and `g`. */
  pattern: RegExp;
  /** True if a file without a version is a mistake. */
  required: boolean;
}

/** What is versioned and released by itself (rules: Versions). */
export interface Component {
  name: string;
  /** What readers of its notes call it. */
  title: string;
  /** The file that its version comes from; without it the component does not exist yet. */
  source: string;
  /** Folders whose changes reach who installs it. */
  folders: readonly string[];
  rules: readonly VersionRule[];
}

/** The version among the outermost keys of a JSON file: it stands as deep as the first key. */
const JSON_VERSION = /^\{\r?\n(?=(?<indent>[ \t]+)")(?:.*\r?\n)*?\k<indent>"version"\s*:\s*"(?<version>[^"]*)"/dg;

/** One package of ours that names another. */
const PACKAGE_REFERENCE = /"@largesse\/[a-z]+": "(?<version>[^"]*)"/dg;

/** Our packages where the lock file describes them; `node_modules/…` are links without a version. */
const LOCKED_PACKAGE = /^ {4}"(?:api|client|contract)": \{\r?\n(?: {6}.*\r?\n)*? {6}"version": "(?<version>[^"]*)"/dgm;

const PHP_CONSTANT =
  /(?:\bconst\s+(?:LARGESSE_)?VERSION\s*=|\bdefine\(\s*'LARGESSE_VERSION'\s*,)\s*'(?<version>[^']*)'/dg;

/** Returns the rules that plugins and themes have in common. */
function wordpressRules(folder: string): VersionRule[] {
  return [
    { files: `${folder}/readme.txt`, pattern: /^Stable tag:[ \t]*(?<version>.*)$/dgim, required: true },
    { files: `${folder}/**/*.php`, pattern: PHP_CONSTANT, required: false },
    { files: `${folder}/**/block.json`, pattern: JSON_VERSION, required: false },
  ];
}

/** Finds the version in the comment that WordPress reads at the head of a file. */
const header = (files: string): VersionRule => ({
  files,
  pattern: /^[ \t/*#@]*Version:[ \t]*(?<version>.*)$/dgim,
  required: true,
});

/** Every component. The contract and the client speak for the API and carry its version. */
export const components: readonly Component[] = [
  {
    name: 'plugin',
    title: 'Largesse plugin',
    source: 'plugin/largesse.php',
    folders: ['plugin'],
    rules: [header('plugin/largesse.php'), ...wordpressRules('plugin')],
  },
  {
    name: 'api',
    title: 'Largesse API',
    source: 'api/package.json',
    folders: ['api', 'contract', 'client'],
    rules: [
      { files: '{api,contract,client}/package.json', pattern: JSON_VERSION, required: true },
      { files: '{api,contract,client}/package.json', pattern: PACKAGE_REFERENCE, required: false },
      { files: 'package-lock.json', pattern: LOCKED_PACKAGE, required: true },
      { files: 'package-lock.json', pattern: PACKAGE_REFERENCE, required: false },
    ],
  },
  {
    name: 'theme',
    title: 'Largesse theme',
    source: 'theme/style.css',
    folders: ['theme'],
    rules: [header('theme/style.css'), ...wordpressRules('theme')],
  },
];

/**
 * Returns the component of a name.
 * @throws {Refusal} when there is none
 */
export function componentOf(name: string): Component {
  const found = components.find((one) => one.name === name);
  if (found) return found;
  throw new Refusal(`"${name}" is no component; there are ${components.map((one) => one.name).join(', ')}`);
}

/** Files in the folders of components that only those who work on them see, as globs below the folder. */
export const DEVELOPMENT_ONLY = [
  '**/*.test.*',
  'testing/**',
  'conformance/**',
  'build.ts',
  'openapi.ts',
  'script-texts.ts',
  '{client,rule}-cases.json',
  'php/**',
  'tsconfig.json',
] as const;
