import { parseArgs } from 'node:util';
import { topOf } from './git.ts';
import { performRelease } from './perform.ts';
import { type Plan, planRelease } from './plan.ts';
import { Refusal, runCommand } from './refusal.ts';

/*
 * `npm run bump -- <plugin|api|theme> <patch|minor|major> [--dry-run] [--force]`: releases a component, as a commit and
 * a tag on this machine; see docs/releasing.md.
 */
const USAGE = 'npm run bump -- <plugin|api|theme> <patch|minor|major> [--dry-run] [--force]';

await runCommand('bump', async () => {
  const { name, part, dryRun, force } = readArguments();
  const top = await topOf(process.cwd());
  const plan = await planRelease(top, name, part, force);
  if (dryRun) {
    console.log(`Would release ${plan.component.name} ${plan.to} (now ${plan.from}).\n`);
    console.log(outline(plan));
    return;
  }
  await performRelease(top, plan);
  console.log(`Released ${plan.component.name} ${plan.to} (was ${plan.from}).\n`);
  console.log(outline(plan));
  console.log(`\nPublish it: git push --atomic origin ${plan.branch} ${plan.tag}`);
});

function outline({ files, commitMessage, tag, message }: Plan): string {
  const [subject] = commitMessage.split('\n');
  const indented = message.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  return `  edits   ${[...files.keys()].join(', ')}\n  commit  ${subject}\n  tag     ${tag}\n\n${indented}`;
}

function readArguments(): { name: string; part: string; dryRun: boolean; force: boolean } {
  const { positionals, values } = parsed();
  const [name, part, ...more] = positionals;
  if (name === undefined || part === undefined || more.length > 0) throw new Refusal(`usage: ${USAGE}`);
  return { name, part, dryRun: values['dry-run'], force: values.force };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
    });
  } catch {
    throw new Refusal(`usage: ${USAGE}`);
  }
}
