import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withoutComments } from '../contract/testing/code.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

/*
 * Finds settings that nothing reads. For the service, the compiler names all reads of a setting when the setting no
 * longer exists. For the site, the names of options are constants of classes, which calls of functions contain.
 */

const root = join(import.meta.dirname, '..');

/** A group of settings, or another type of settings.ts: its name, and the names of its settings. */
type Groups = Map<string, string[]>;

/** Empties the interfaces of settings.ts. Groups of settings become interfaces of their own. */
function emptied(code: string): { code: string; groups: Groups } {
  const groups: Groups = new Map();
  const emptyOne = (name: string, body: string): string => {
    const inner: string[] = [];
    const [members, names]: [string[], string[]] = [[], []];
    const pattern = /^ {2}(\w+): (?:\{(?: (.*) \}|\n([\s\S]*?)^ {2}\})( \| null)?|[^;]*);/gm;
    for (const [, member = '', short, long, orNull = ''] of body.matchAll(pattern)) {
      names.push(member);
      if ((short ?? long) === undefined) continue;
      const group = `${name}_${member}`;
      groups.set(
        group,
        Array.from((short ?? long ?? '').matchAll(/(?:^|; |\n +)(\w+): /g), ([, one = '']) => one),
      );
      inner.push(`export interface ${group} {}`);
      members.push(`  ${member}: ${group}${orNull};`);
    }
    groups.set(
      name,
      names.filter((one) => !groups.has(`${name}_${one}`)),
    );
    return [...inner, `export interface ${name} {\n${members.join('\n')}\n}`].join('\n');
  };
  const result = withoutComments(code).replaceAll(
    /^export interface (\w+) \{\n([\s\S]*?)^\}/gm,
    (_, name: string, body: string) => emptyOne(name, body),
  );
  return { code: result, groups };
}

/**
 * Returns the settings of the service that no code reads, such as `Settings.drain` and `Settings_host.timeout`.
 * @param declared further members of the interface `Settings`
 */
export async function unreadInService(declared: string): Promise<string[]> {
  await using folder = await temporaryFolder();
  const settings = join(folder.path, 'api/src/settings.ts');
  const isTest = (path: string) => /\.test\.ts$/.test(path);
  await cp(join(root, 'api/src'), dirname(settings), { recursive: true, filter: (path) => !isTest(path) });
  for (const command of globSync('api/*.ts', { cwd: root }))
    if (!isTest(command)) await cp(join(root, command), join(folder.path, command));
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
  const source = await readFile(settings, 'utf8');
  const { code, groups } = emptied(source.replace('export interface Settings {\n', `$&  ${declared}\n`));
  await writeFile(settings, code);
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['api/**/*.ts'] }));
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder.path,
    maxBuffer: 1 << 26,
  }).catch((error) => error);
  const read = new Set<string>();
  for (const line of String(stdout).split('\n')) {
    const [, name, type] = /Property '(\w+)' does not exist on type '(\w+)/.exec(line) ?? [];
    if (name !== undefined) read.add(`${type}.${name}`);
    // Code that gets a whole group needs these settings. The message may name another type than the group.
    const [, one, several] =
      /Property '(\w+)' is missing in type|is missing the following properties from type .*': (.*)/.exec(line) ?? [];
    for (const needed of one === undefined ? (several?.split(', ') ?? []) : [one])
      for (const [group, names] of groups) if (names.includes(needed)) read.add(`${group}.${needed}`);
  }
  const all = [...groups].flatMap(([group, names]) => names.map((name) => `${group}.${name}`));
  return all.filter((name) => !read.has(name));
}

/** Functions that store or describe an option, and do not read it. */
const NO_READERS = ['update_option', 'delete_option', 'add_option', 'array', 'isset', 'unset'];

/**
 * Returns the declared options of the site that no code reads.
 * @param module code of a further module
 */
export function unreadInSite(module: string): string[] {
  const files = globSync(['plugin/src/**/*.php', 'plugin/uninstall.php'], { cwd: root, exclude: ['**/*.test.php'] });
  const codes = [
    ...files.map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') })),
    { file: 'Module.php', code: module },
  ].map(({ file, code }) => ({ file, name: basename(file, '.php'), code: withoutComments(code) }));
  const declaration = /public static function settings\(\): array \{[\s\S]*?^\t\}/gm;
  const options = codes.flatMap(({ file, code }) =>
    [...code.matchAll(declaration)].flatMap(([body]) =>
      [...body.matchAll(/\b(\w+)::([A-Z_]+)\b/g)].flatMap(([, of = '', constant = '']) => {
        const owner = codes.find((one) => (of === 'self' ? one.file === file : one.name === of));
        const [, value] = new RegExp(`const ${constant}\\s+= '(largesse_\\w+)'`).exec(owner?.code ?? '') ?? [];
        const isSection = of === 'SettingsSection';
        return owner === undefined || value === undefined || isSection ? [] : [{ owner, constant, value }];
      }),
    ),
  );
  const isRead = ({ owner, constant, value }: (typeof options)[number]) =>
    codes.some(({ name, file, code }) => {
      const names = [`'${value}'`, ...(file === owner.file ? [`self::${constant}`] : []), `${owner.name}::${constant}`];
      const uses = new RegExp(`(\\w+)\\(\\s*(?:${names.join('|')})(?![\\w'])|\\[ (?:${names.join('|')}) \\]`, 'g');
      const rest = code.replaceAll(declaration, '').replaceAll(/function stored\(\)[\s\S]*?^\t\}/gm, '');
      return name !== 'stored' && [...rest.matchAll(uses)].some(([, call]) => !NO_READERS.includes(call ?? ''));
    });
  return options.filter((one) => !isRead(one)).map(({ value }) => value);
}
