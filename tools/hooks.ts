import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hook that the plugin offers, with the text of the comment above its call. */
interface OfferedHook {
  kind: 'action' | 'filter';
  name: string;
  description: string;
  parameters: { type: string; name: string; description: string }[];
}

/** Matches a doc comment and the call after it that runs a hook of the plugin. */
const OFFERED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*[^;{}]*?\b(do_action|apply_filters)\(\s*['"](largesse_[\w{$}]+)['"]/g;

/**
 * Types that other plugins know: those of PHP, and classes of WordPress. Classes of this plugin may change at any time.
 */
const PUBLIC_TYPE = /\b(?:WP_\w+|array|list|string|int|float|bool|true|null|mixed|callable)\b|\b\w+\??:|[^\w]+/g;

/** Matches any call that runs a hook of the plugin. */
const RUN = /\b(?:do_action|apply_filters)\(\s*['"](largesse_[\w{$}]+)['"]/g;

/**
 * Generates the reference of the hooks that the plugin offers, from the comments above their calls.
 * @param classes folder of the plugin's classes
 * @returns text of `docs/hooks.md`
 * @throws {Error} if a hook has no description, or more than one, if a description lacks an argument, or if the type of
 *   an argument is a class of this plugin
 */
export function hookReference(classes: string): string {
  const hooks = new Map<string, OfferedHook>();
  const run = new Set<string>();
  for (const file of globSync('**/*.php', { cwd: classes, exclude: ['**/*.test.php'] }).sort()) {
    const code = readFileSync(join(classes, file), 'utf8');
    for (const [, name = ''] of code.matchAll(RUN)) run.add(name);
    for (const match of code.matchAll(OFFERED)) {
      const [all, comment = '', call, name = ''] = match;
      if (hooks.has(name)) throw new Error(`${name} is described twice; run it in one place (${file})`);
      const hook: OfferedHook = { kind: call === 'do_action' ? 'action' : 'filter', name, ...parse(comment) };
      const passed = countArguments(code, match.index + all.length);
      if (passed !== hook.parameters.length) {
        throw new Error(`${name} passes ${passed} arguments, but describes ${hook.parameters.length} (${file})`);
      }
      for (const { type } of hook.parameters) {
        const internal = type.replace(PUBLIC_TYPE, '');
        if (internal !== '') throw new Error(`${name} passes ${internal}, which is no public type (${file})`);
      }
      hooks.set(name, hook);
    }
  }
  const missing = [...run].filter((name) => !hooks.has(name));
  if (missing.length > 0) throw new Error(`no comment describes ${missing.join(', ')}`);
  const all = [...hooks.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const listed = (kind: OfferedHook['kind']) =>
    all
      .filter((hook) => hook.kind === kind)
      .map(section)
      .join('');
  return `# Hooks

Actions and filters for other plugins and themes. \`npm run modules\` writes this file from the comments in \`plugin/src\`.

Gifts, purchases and ideas may be secret: never show their data to the owner of a registry
([rules](api-rules.md#surprise)). A parameter without an explanation is what its name says, such as the id of a registry or
the registry's post. \`$purchase\` and \`$item\` are as the API returns them to an administrator.

## Actions
${listed('action')}
## Filters
${listed('filter')}
## Callbacks of the plugin

Another plugin can remove each callback of this plugin, at the earliest on \`plugins_loaded\`. Search \`plugin/src\` for the
name of the hook: a \`Module.php\` contains the call that adds the callback. Pass the same callback and priority:

\`\`\`php
use Largesse\\Promises\\Giving\\RevealMailSender;
use Largesse\\Services;
use Largesse\\Together\\Circles\\CircleView;

add_action( 'plugins_loaded', function () {
	remove_action( 'largesse_overview_sections', array( CircleView::class, 'show_overview' ) );
	remove_action( 'largesse_gift_revealed', Services::callback( RevealMailSender::class, 'queue' ) );
} );
\`\`\`

Names of classes and methods may change with each version.
`;
}

/**
 * Counts the arguments of a PHP call that follow its first argument.
 * @param from position after the first argument
 */
function countArguments(code: string, from: number): number {
  let count = 0;
  let depth = 1;
  for (let at = from; depth > 0; at++) {
    const character = code[at] ?? ')';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && depth === 1) count++;
  }
  return count;
}

function section({ name, description, parameters }: OfferedHook): string {
  const list = parameters.map(
    (one) => `- \`${one.type} ${one.name}\`${one.description === '' || isObvious(one) ? '' : `: ${one.description}`}\n`,
  );
  return `\n### \`${name}\`\n\n${description}\n${list.length === 0 ? '' : `\n${list.join('')}`}`;
}

/** Checks whether the description of a parameter only repeats its name: `$registry_id`, "Id of the registry." */
function isObvious({ name, description }: OfferedHook['parameters'][number]): boolean {
  const [, noun = '', id] = /^\$(\w+?)(_id)?$/.exec(name) ?? [];
  return description === `${id === undefined ? 'The' : 'Id of the'} ${noun}.`;
}

/** Parses a doc comment: a text, and then lines such as `@param type $name text`. */
function parse(comment: string): Pick<OfferedHook, 'description' | 'parameters'> {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim());
  const [text = '', ...params] = lines.join('\n').split(/\n@param /);
  const parameters = params.map((param) => {
    const flat = param.replace(/\s+/g, ' ').trim();
    const [, type = '', name = '', description = ''] = /^(.*?) (\$\w+) ?(.*)$/.exec(flat) ?? [];
    return { type, name, description };
  });
  return { description: text.replace(/\s+/g, ' ').trim(), parameters };
}
