import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  FORMAT_NAMES,
  IdeaDeleteQuery,
  IdeaHeaders,
  IdeaPath,
  IdeaPut,
  IdeasQuery,
  ItemChangeHeaders,
  ItemChangeQuery,
  ItemCreate,
  ItemPath,
  ItemSearchQuery,
  ItemsQuery,
  ItemUpdate,
  PurchasePatch,
  PurchasePath,
  PurchasePut,
  PurchasePutHeaders,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
  patternRule,
} from '../../../contract/index.ts';
import { cast } from '../people.ts';
import { PICTURES } from '../pictures.ts';
import { sampleRegistries } from '../sample-data.ts';
import { nextChristmasEve, nextWeekday, type SampleRegistry } from '../samples/sample.ts';

/** The content of a folder: maps each name to the text of a file, or to the content of a subfolder. */
export interface FileTree {
  [name: string]: string | FileTree;
}

/** A step of a blueprint. Only describes the kinds of steps that our blueprint uses. */
export type Step =
  | { step: 'installPlugin'; pluginData: Source; options: { activate: true } }
  | { step: 'installTheme'; themeData: Source; options: { activate: true } }
  | {
      step: 'writeFiles';
      writeToPath: string;
      filesTree: { resource: 'literal:directory'; name: string; files: FileTree };
    }
  | { step: 'runPHP'; code: string }
  | { step: 'login'; username: string };

/** Source of a plugin or a theme: WordPress's directory, or the address of a zip. */
export type Source =
  | { resource: 'wordpress.org/plugins' | 'wordpress.org/themes'; slug: string }
  | { resource: 'url'; url: string };

/** A blueprint of WordPress Playground. */
export interface Blueprint {
  $schema: string;
  meta: { title: string; description: string; author: string; categories: string[] };
  landingPage: string;
  preferredVersions: { php: string; wp: string };
  features: { networking: boolean };
  steps: Step[];
}

/** A rule that computes a date of the samples from the current day. */
export type DayRule = { days: number } | { weekday: number } | { christmasEve: true };

/** Schemas of the requests that the stand-in answers. */
const SCHEMAS = {
  ItemChangeHeaders,
  ItemChangeQuery,
  ItemCreate,
  ItemPath,
  ItemSearchQuery,
  IdeaDeleteQuery,
  IdeaHeaders,
  IdeaPath,
  IdeaPut,
  IdeasQuery,
  ItemsQuery,
  ItemUpdate,
  PurchasePatch,
  PurchasePath,
  PurchasePut,
  PurchasePutHeaders,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
};

/** Schema keywords that the validator does not need. */
const ANNOTATIONS = ['title', 'description', 'examples'];

/** PHP files of the stand-in, which replaces the service. largesse-playground.php loads these files. */
export const CLASSES = ['Problem.php', 'Refusal.php', 'Validator.php', 'ItemService.php'];

const SCHEMA = 'https://playground.wordpress.net/blueprint-schema.json';
const CONTENT = '/wordpress/wp-content';

/** Returns the blueprint of the demonstration. Plugin and theme come from WordPress's directory. */
export async function demoBlueprint(): Promise<Blueprint> {
  const files: FileTree = { 'data.json': `${JSON.stringify(embeddedData())}\n` };
  for (const name of [...CLASSES, 'seed.php']) files[name] = await playgroundFile(name);
  const pictures: FileTree = {};
  for (const name of (await readdir(PICTURES)).sort())
    if (name !== 'share.svg') pictures[name] = await readFile(join(PICTURES, name), 'utf8');
  return {
    $schema: SCHEMA,
    meta: {
      title: 'Largesse with sample families',
      description: 'Gift registries of a few families, with gifts and surprises. Everything runs in your browser.',
      author: 'Largesse',
      categories: ['Demo'],
    },
    landingPage: '/registry/anna-tom-our-wedding/',
    preferredVersions: { php: '8.3', wp: 'latest' },
    features: { networking: false },
    steps: [
      {
        step: 'writeFiles',
        writeToPath: `${CONTENT}/mu-plugins`,
        filesTree: {
          resource: 'literal:directory',
          name: 'mu-plugins',
          files: {
            'largesse-playground.php': await playgroundFile('largesse-playground.php'),
            'largesse-playground': files,
          },
        },
      },
      {
        step: 'writeFiles',
        writeToPath: `${CONTENT}/uploads/largesse-demo`,
        filesTree: { resource: 'literal:directory', name: 'largesse-demo', files: pictures },
      },
      {
        step: 'installPlugin',
        pluginData: { resource: 'wordpress.org/plugins', slug: 'largesse' },
        options: { activate: true },
      },
      {
        step: 'installTheme',
        themeData: { resource: 'wordpress.org/themes', slug: 'largesse' },
        options: { activate: true },
      },
      {
        step: 'runPHP',
        code: "<?php require '/wordpress/wp-load.php'; require WPMU_PLUGIN_DIR . '/largesse-playground/seed.php';",
      },
      { step: 'login', username: 'ben' },
    ],
  };
}

/** Returns the data in the blueprint: the people and registries of the samples, and the rules of the service. */
export function embeddedData() {
  const schemas = Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [name, withoutAnnotations(schema)]),
  );
  return {
    people: cast.map(({ username, displayName, role }) => ({ username, displayName, role })),
    registries: relativeRegistries(),
    schemas,
    patterns: Object.fromEntries(patternsIn(schemas).map((pattern) => [pattern, nameOf(pattern)])),
  };
}

/** Returns the sample registries, with rules instead of dates. seed.php computes the dates from the rules. */
function relativeRegistries() {
  // On these days, no two kinds of rules give the same dates. So the dates show which kind of rule an event needs.
  const days = ['2026-11-02', '2026-11-07', '2026-12-25', '2027-02-28'].map((day) => new Date(`${day}T12:00:00Z`));
  const onDays = days.map((day) => sampleRegistries(day));
  const [first = []] = onDays;
  return first.map((sample, index) => ({
    ...sample,
    registry: {
      ...sample.registry,
      meta: {
        ...sample.registry.meta,
        registry_event_date: dayRule(
          days,
          onDays.map((samples) => dateOf(samples[index])),
        ),
      },
    },
  }));
}

const dateOf = (sample: SampleRegistry | undefined): string => sample?.registry.meta?.registry_event_date ?? '';

/**
 * Finds the one rule that computes every given date from the day with the same index.
 * @param days possible current days
 * @param dates the expected result for each of these days
 * @throws {Error} if no rule fits
 */
export function dayRule(days: readonly Date[], dates: readonly string[]): DayRule {
  const isAlways = (date: (day: Date) => string) => days.every((day, index) => date(day) === dates[index]);
  if (isAlways(nextChristmasEve)) return { christmasEve: true };
  const distances = days.map((day, index) => daysBetween(day, dates[index] ?? ''));
  const [distance = 0] = distances;
  if (distances.every((other) => other === distance)) return { days: distance };
  const weekday = new Date(dates[0] ?? '').getUTCDay();
  if (isAlways((day) => nextWeekday(day, weekday))) return { weekday };
  throw new Error(`no rule for the dates ${dates.join(', ')}: add one to seed.php and dayRule()`);
}

const daysBetween = (day: Date, date: string): number =>
  Math.floor((Date.parse(date) - Date.parse(day.toISOString().slice(0, 10))) / 86_400_000);

function withoutAnnotations(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !ANNOTATIONS.includes(name) || isSchema(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutAnnotations(value)]));
}

/** Checks whether a value is a schema. A `title` that is a schema describes a field, and is no annotation. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
  );
}

/** Returns the name of a pattern's format. If the pattern has no format, returns the name of its rule. */
function nameOf(pattern: string): string {
  const { rule, limit } = patternRule('field', pattern, ' ');
  return typeof limit === 'string' && Object.hasOwn(FORMAT_NAMES, limit) ? limit : rule;
}

const playgroundFile = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
