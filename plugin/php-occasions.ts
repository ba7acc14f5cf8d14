import { globSync, readFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import { OCCASIONS } from '../contract/occasions.ts';

const languages = new URL('languages/', import.meta.url);

/** Occasions with a name, in the form that this file needs. */
const named = OCCASIONS.flatMap(({ key, name, title, isSurprise = false }) =>
  key === undefined || name === undefined || title === undefined ? [] : [{ key, name, title, isSurprise }],
);

/**
 * Returns the text of `src/Registries/Registry/OccasionTexts.php`: the occasions of the contract with their names in
 * all languages of the plugin, because an owner may have chosen the occasion in another language than the reader's.
 */
export function phpOccasions(): string {
  const translations = globSync('*.po', { cwd: languages })
    .sort()
    .map((file) => po.parse(readFileSync(new URL(file, languages))).translations['']);
  const namesOf = (name: string) => {
    const all = [name, ...translations.map((texts) => texts?.[name]?.msgstr[0] ?? '')];
    return [...new Set(all.filter(Boolean).map((text) => text.toLowerCase()))];
  };
  const lines = (line: (occasion: (typeof named)[number]) => string, some = named) =>
    aligned(some.map((occasion) => [`'${occasion.key}'`, line(occasion)]));
  const list = (words: readonly string[]) =>
    `array( ${words.map((word) => `'${word.replaceAll("'", "\\'")}'`).join(', ')} )`;
  const surprises = named.filter(({ isSurprise }) => isSurprise).flatMap(({ name }) => namesOf(name));
  return `<?php
// Made from contract/occasions.ts and the translations by \`npm run rules\`: change it there.
declare( strict_types=1 );

namespace Largesse\\Registries\\Registry;

/**
 * Occasions that forms suggest, with their names in the languages of the plugin.
 */
final class OccasionTexts {

	/** Names of each occasion in lower case, in English and in the languages of the plugin. */
	public const NAMES = array(
${lines(({ name }) => list(namesOf(name)))}
	);

	/** Names of the occasions whose gifts are usually a surprise. */
	public const SURPRISING = ${list(surprises)};

	/** Returns the name of an occasion in WordPress's current language; '' for an unknown key. */
	public static function name( string $key ): string {
		return match ( $key ) {
${aligned([...named.map(({ key, name }): [string, string] => [`'${key}'`, `__( '${name}', 'largesse' )`]), ['default', "''"]], 3)}
		};
	}

	/**
	 * Returns the title of a registry for each occasion, in WordPress's current language.
	 *
	 * @param string $who Name of the owner.
	 * @return array<string, string>
	 */
	public static function titles( string $who ): array {
		return array(
${named
  .map(
    ({ key, title }) =>
      `\t\t\t/* translators: %s: name of a person. */\n\t\t\t${`'${key}'`.padEnd(14)} => sprintf( __( '${title}', 'largesse' ), $who ),`,
  )
  .join('\n')}
		);
	}
}
`;
}

/** Formats entries of an array or of a match, one in each line. */
function aligned(entries: readonly (readonly [key: string, value: string])[], indent = 2): string {
  const width = Math.max(...entries.map(([key]) => key.length));
  return entries.map(([key, value]) => `${'\t'.repeat(indent)}${key.padEnd(width)} => ${value},`).join('\n');
}
