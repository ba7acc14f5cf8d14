import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { readArguments, UsageError } from '../../api/src/arguments.ts';
import { reportFailure } from '../../api/src/command.ts';
import { openChromium } from '../browser/chromium.ts';
import { openProgress } from './progress.ts';
import { type Album, type Chosen, take } from './screenshots/camera.ts';
import { openScene } from './screenshots/scene.ts';
import { type View, views } from './screenshots/views.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The screenshot for the README. */
const CHOSEN: Chosen = { view: 'registry', width: 1440, scheme: 'light', height: 1240 };

const HELP = `npm run screenshots -- [--only PAGE] [FOLDER]

Starts the demonstration on free ports, and writes screenshots of all pages to FOLDER (default data/screenshots). Each
page is shown at 360 and 1,440 pixels, light and dark. The command also crops the screenshot for the README, and writes
the cropped screenshot to docs/screenshots.

  --only PAGE   take only this page, and do not change docs/screenshots; may be repeated:
                ${views.map(({ name }) => name).join(', ')}
  --help        show this`;

const GRACE = 15_000;
const running = new AsyncDisposableStack();
let isStopped = false;
closeWithGrace({ delay: GRACE, skip: ['beforeExit'] }, () => {
  isStopped = true;
  return running.disposeAsync();
});
const progress = openProgress(process.stdout);
try {
  const called = readArguments(HELP, { only: { type: 'string', multiple: true } }, true);
  if (called) {
    const { only } = called.values;
    await photograph(chosenViews(only), folderArgument(called.positionals), only === undefined);
  }
} catch (error) {
  progress.failed();
  if (!isStopped) reportFailure(error); // after Ctrl-C, the error only means that the browser has ended
} finally {
  await running.disposeAsync();
}

function folderArgument([folder, ...rest]: string[]): string {
  if (rest.length > 0) throw new UsageError('FOLDER: name one folder');
  return folder ?? join(repository, 'data/screenshots');
}

function chosenViews(only: string[] | undefined): View[] {
  const unknown = only?.find((name) => !views.some((view) => view.name === name));
  if (unknown !== undefined) throw new UsageError(`--only: there is no page named ${unknown}`);
  return views.filter(({ name }) => only?.includes(name) ?? true);
}

async function photograph(wanted: View[], folder: string, isComplete: boolean): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'largesse-screenshots-'));
  // Deletes the folder when the process exits. On Ctrl-C, Playwright may end the process before a disposal would run.
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const album: Album = { folder, chosenFolder: join(temporary, 'chosen'), chosen: CHOSEN };
  for (const path of [folder, album.chosenFolder]) await mkdir(path, { recursive: true });
  const scene = await openScene(join(temporary, 'data'), running, progress.step);
  const browser = await openChromium();
  running.defer(() => browser.close());
  let taken = 0;
  for (const view of wanted) {
    progress.step(`Taking ${view.name}`);
    taken += await take(browser, scene, view, album);
  }
  if (isComplete) await replace(join(repository, 'docs/screenshots'), album.chosenFolder);
  progress.done();
  console.log(`${taken} screenshots in ${folder}`);
}

/** Replaces the files of `folder` with the files of `source`. Deletes screenshots that are no longer chosen. */
async function replace(folder: string, source: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(source, folder, { recursive: true });
}
