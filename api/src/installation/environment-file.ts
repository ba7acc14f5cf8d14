/** A line `NAME=value`: quoted parts of the value, which may have several lines, and a part without quotes. */
const ASSIGNMENT = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:(?:"(?:\\.|[^"\\])*"|'[^']*')[ \t]*)*)((?:\\.|[^\\\n])*)$/gms;
const QUOTED = /"((?:\\.|[^"\\])*)"|'([^']*)'/gs;

/**
 * Parses a settings file as systemd does for `EnvironmentFile=`, because systemd starts the service with this file. So
 * `#` begins a comment only at the start of a line, and a line `export NAME=value` sets nothing. `parseEnv` of Node
 * would read both differently.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [, name = '', quoted = '', plain = ''] of text.replaceAll('\r\n', '\n').matchAll(ASSIGNMENT))
    settings[name] = unquoted(quoted) + unescaped(plain.trimEnd());
  return settings;
}

/** In double quotes, a backslash escapes only characters that shells treat specially. Single quotes know no escapes. */
const unquoted = (parts: string): string =>
  [...parts.matchAll(QUOTED)]
    .map(([, double, single = '']) => double?.replace(/\\(?:\n|(["\\`$]))/g, '$1') ?? single)
    .join('');

/** A backslash escapes any character, and joins lines. */
const unescaped = (text: string): string => text.replace(/\\(?:\n|(.))/gs, '$1');
