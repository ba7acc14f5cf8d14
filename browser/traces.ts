import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach } from 'node:test';
import type { BrowserContext, Request } from 'playwright-core';
import { TRACE_NOTE } from './trace-note.ts';

/** Longest time that a picture of a page that failed is waited for (milliseconds). */
const PICTURE_TIMEOUT_MS = 5_000;

/** What happens in one browser, from test to test. */
interface Recording {
  /** Begins, after what was recorded before was saved or forgotten. */
  begin(): Promise<void>;
  forget(): Promise<void>;
  /** Writes down what was recorded. */
  save(): Promise<void>;
  /** Takes pictures of what its tabs show. */
  takePictures(): Promise<void>;
}

const underWay = new Set<Recording>();
let recordings = 0;
/** Where what was recorded during a test waits until it is known whether the test fails. */
let staging: string | undefined;

/**
 * Records what happens in a browser: each act, with the page before and after it, network and console. When a test
 * fails, what was recorded during it is left in the folder `TEST_TRACES`, else in one below the temporary folder,
 * which is named in the report. Nothing is left of a test that passes.
 * @returns what must be called before the browser closes
 */
export async function record(context: BrowserContext): Promise<() => Promise<void>> {
  const pending = watchRequests(context);
  const number = ++recordings;
  let files = 0;
  const file = async (ending: string) => {
    staging ??= await mkdtemp(join(tmpdir(), 'largesse-recordings-'));
    return join(staging, `${number}-${++files}${ending}`);
  };
  const { tracing } = context;
  await tracing.start({ snapshots: true });
  const recording: Recording = {
    begin: async () => void (await tracing.startChunk()),
    forget: () => tracing.stopChunk(),
    save: async () => {
      await writeFile(await file('.txt'), stateOf(context, pending));
      await tracing.stopChunk({ path: await file('.zip') });
    },
    takePictures: async () => {
      for (const page of context.pages()) {
        const path = await file('.png');
        // A page that hangs has none, and its trace is worth more.
        await page.screenshot({ path, timeout: PICTURE_TIMEOUT_MS }).catch(() => {});
      }
    },
  };
  underWay.add(recording);
  context.on('close', () => underWay.delete(recording));
  return async () => {
    if (underWay.delete(recording)) await recording.save();
  };
}

/** Lists the requests of a browser that have no answer yet, and when they were sent. */
function watchRequests(context: BrowserContext): Map<Request, Date> {
  const pending = new Map<Request, Date>();
  context.on('request', (request) => pending.set(request, new Date()));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** Describes what a trace leaves out: where the tabs are, and which requests have no answer. */
function stateOf(context: BrowserContext, pending: Map<Request, Date>): string {
  const tabs = context.pages().map((page) => `Open: ${page.url()}`);
  const waiting = Array.from(
    pending,
    ([request, sent]) => `Without an answer since ${sent.toISOString()}: ${request.method()} ${request.url()}`,
  );
  return `${[new Date().toISOString(), ...tabs, ...waiting].join('\n')}\n`;
}

/** Keeps what was recorded during a test that failed, and gives the folder. */
async function keep(from: string, { name: test, filePath }: { name: string; filePath?: string | undefined }) {
  const folder = process.env.TEST_TRACES ?? join(tmpdir(), `largesse-traces-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const name = `${basename(filePath ?? '', '.test.ts')}-${test.replace(/\W+/g, '-')}`.slice(0, 120);
  const kept = await mkdtemp(join(folder, `${name}-`));
  await cp(from, kept, { recursive: true });
  return kept;
}

afterEach(async (t) => {
  const failed = 'passed' in t && !t.passed;
  for (const recording of underWay) {
    if (failed) await recording.takePictures();
    await (failed ? recording.save() : recording.forget());
    await recording.begin();
  }
  if (staging === undefined) return;
  if (failed && 'diagnostic' in t) t.diagnostic(`${TRACE_NOTE} ${await keep(staging, t)}`);
  await rm(staging, { recursive: true, force: true });
  staging = undefined;
});

after(async () => {
  if (staging !== undefined) await rm(staging, { recursive: true, force: true });
});
