import { readArguments } from '../../api/src/arguments.ts';
import { componentOf } from './components.ts';
import { git, topOf } from './git.ts';
import { lastRelease, notesOf, notesText, tagOf } from './notes.ts';
import { Refusal, runCommand } from './refusal.ts';
import { exists } from './versions.ts';

const HELP = `npm run notes -- <plugin|api|theme>

Shows the notes for the next release of a component.

  --help   show this`;

await runCommand('notes', async () => {
  const called = readArguments(HELP, {}, true);
  if (!called) return;
  const [name, ...more] = called.positionals;
  if (name === undefined || more.length > 0) throw new Refusal('usage: npm run notes -- <plugin|api|theme>');
  const component = componentOf(name);
  const top = await topOf(process.cwd());
  if (!exists(top, component)) throw new Refusal(`there is no ${name} yet (${component.source} is missing)`);
  const head = (await git(top, ['rev-parse', '--verify', 'HEAD'])).trim();
  const last = await lastRelease(top, component, head);
  const since = last === undefined ? 'before its first release' : `since ${tagOf(component, last)}`;
  console.log(`${component.title}, ${since}\n\n${notesText(await notesOf(top, component, head, last))}`);
});
