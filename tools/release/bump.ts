import { readArguments } from '../../api/src/arguments.ts';
import { topOf } from './git.ts';
import { performRelease } from './perform.ts';
import { type Plan, planRelease } from './plan.ts';
import { Refusal, runCommand } from './refusal.ts';

const USAGE = 'npm run bump -- <plugin|api|theme> <patch|minor|major> [--candidate] [--dry-run]';

const HELP = `${USAGE}

Releases a component: creates a commit and a tag on this machine. See docs/releasing.md.

  --candidate   create a candidate instead of the release, such as 0.2.0-rc.1
  --dry-run     print the planned release without changing anything
  --help        show this`;

await runCommand('bump', async () => {
  const flag = { type: 'boolean', default: false } as const;
  const called = readArguments(HELP, { candidate: flag, 'dry-run': flag }, true);
  if (!called) return;
  const { positionals, values } = called;
  const [name, part, ...more] = positionals;
  if (name === undefined || part === undefined || more.length > 0) throw new Refusal(`usage: ${USAGE}`);
  const top = await topOf(process.cwd());
  const plan = await planRelease(top, name, part, values.candidate);
  if (values['dry-run']) {
    console.log(`Would release ${plan.component.name} ${plan.to} (now ${plan.from}).\n`);
    console.log(outline(plan));
    return;
  }
  await performRelease(top, plan);
  console.log(`Released ${plan.component.name} ${plan.to} (was ${plan.from}).\n`);
  console.log(outline(plan));
  console.log(`\nTo publish the release: git push --atomic origin ${plan.branch} ${plan.tag}`);
});

function outline({ files, commitMessage, tag, message }: Plan): string {
  const [subject] = commitMessage.split('\n');
  const indented = message.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  return `  edits   ${[...files.keys()].join(', ')}\n  commit  ${subject}\n  tag     ${tag}\n\n${indented}`;
}
