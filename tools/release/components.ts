import { Refusal } from './refusal.ts';

/** Rule that finds the copies of a component's version in some files. */
export interface VersionRule {
  /** Glob of the files, relative to the top folder of the repository. */
  files: string;
  /** Matches each version in a file. The pattern has the group `version`, and the flags `d` and `g`. */
  pattern: RegExp;
  /** True if a file without a version is an error. */
  required: boolean;
}

/** A part of the project with its own versions and releases (rules: Versions). */
export interface Component {
  name: string;
  /** Name in release notes. */
  title: string;
  /** File with the authoritative version. Without this file, the component does not exist. */
  source: string;
  /** Folders whose changes affect users. */
  folders: readonly string[];
  rules: readonly VersionRule[];
}

/** Version among the top-level keys of a JSON file. A top-level key has the same indentation as the first key. */
const JSON_VERSION = /^\{\r?\n(?=(?<indent>[ \t]+)")(?:.*\r?\n)*?\k<indent>"version"\s*:\s*"(?<version>[^"]*)"/dg;

/** Version of the API in its OpenAPI document. */
const OPENAPI_VERSION = /^ {2}"info": \{\r?\n(?: {4}.*\r?\n)*? {4}"version": "(?<version>[^"]*)"/dgm;

/** Version in a dependency on one of our packages. */
const PACKAGE_REFERENCE = /"@largesse\/[a-z]+": "(?<version>[^"]*)"/dg;

/** Our packages' own entries in the lock file; `node_modules/…` entries are links without a version. */
const LOCKED_PACKAGE = /^ {4}"(?:api|client|contract)": \{\r?\n(?: {6}.*\r?\n)*? {6}"version": "(?<version>[^"]*)"/dgm;

/**
 * Version in a constant. If the text does not start with a digit, the constant contains something else, for example the
 * name of a field.
 */
const PHP_CONSTANT =
  /(?:\bconst\s+(?:LARGESSE_)?VERSION\s*=|\bdefine\(\s*'LARGESSE_VERSION'\s*,)\s*'(?<version>\d[^']*)'/dg;

/** Returns the rules that are common to plugins and themes. */
function wordpressRules(folder: string): VersionRule[] {
  return [
    { files: `${folder}/readme.txt`, pattern: /^Stable tag:[ \t]*(?<version>.*)$/dgim, required: true },
    { files: `${folder}/**/*.php`, pattern: PHP_CONSTANT, required: false },
    { files: `${folder}/**/block.json`, pattern: JSON_VERSION, required: false },
  ];
}

/** Matches the version in a file header that WordPress reads. */
const header = (files: string): VersionRule => ({
  files,
  pattern: /^[ \t/*#@]*Version:[ \t]*(?<version>.*)$/dgim,
  required: true,
});

/** All components. The contract and the client belong to the API and have its version. */
export const components: readonly Component[] = [
  {
    name: 'plugin',
    title: 'Largesse plugin',
    source: 'plugin/largesse.php',
    folders: ['plugin'],
    rules: [
      header('plugin/largesse.php'),
      ...wordpressRules('plugin'),
      { files: 'plugin/extension/manifest.json', pattern: JSON_VERSION, required: false },
    ],
  },
  {
    name: 'api',
    title: 'Largesse API',
    source: 'api/package.json',
    folders: ['api', 'contract', 'client'],
    rules: [
      { files: '{api,contract,client}/package.json', pattern: JSON_VERSION, required: true },
      { files: '{api,contract,client}/package.json', pattern: PACKAGE_REFERENCE, required: false },
      { files: 'contract/openapi.json', pattern: OPENAPI_VERSION, required: true },
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
 * Returns the component with a name.
 * @throws {Refusal} if there is none
 */
export function componentOf(name: string): Component {
  const found = components.find((one) => one.name === name);
  if (found) return found;
  throw new Refusal(`"${name}" is not a component; the components are ${components.map((one) => one.name).join(', ')}`);
}

/** Files that only developers need, as globs within the folder of a component. */
export const DEVELOPMENT_ONLY = [
  '**/*.test.*',
  'testing/**',
  'conformance/**',
  'build.ts',
  'extension/**',
  // WordPress reads the compiled translations.
  'languages/largesse-*.po',
  '{background,browser.d,options,page}.ts',
  'bundled.json',
  'features.ts',
  'openapi.ts',
  'php-{names,occasions}.ts',
  'script-texts.ts',
  '{client,rule}-cases.json',
  'php/**',
  'shop-pages/pages/**',
  'tsconfig.json',
] as const;
