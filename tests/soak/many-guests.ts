import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { startPagesGateway } from '../../deploy/testing/pages.ts';

/** Results of a test in which many guests read pages that change all the time. */
export interface GuestsReport {
  pages: number;
  perSecond: number;
  /** Number of pages, divided by the seconds of processor time that nginx's only worker used; `null` without /proc. */
  perProcessorSecond: number | null;
  /** Number of pages that WordPress created. Each page took 10 ms. */
  made: number;
  /** Maximum age of a page, in milliseconds. */
  oldest: number;
  /** Number of answers with a page that was created for another visitor. */
  foreign: number;
  /** Number of answers that contained no page. */
  failed: number;
}

/** Content of a page. */
interface PageContent {
  slug: string;
  version: number;
  made: number;
  visitor: string;
}

/** Slugs of the requested registries. */
const SLUGS = ['one', 'two', 'three'] as const;
/** Requests whose number is a multiple of this constant come from members. */
const MEMBERS = 400;

/**
 * Requests pages of registries through the nginx of deploy/gateway, and checks every page. Meanwhile, the registries
 * change.
 * @param seconds duration
 * @param connections number of concurrent guests
 */
export async function lookAtPages(seconds: number, connections: number): Promise<GuestsReport> {
  await using opened = new AsyncDisposableStack();
  const worker = new Worker(new URL('./slow-site.ts', import.meta.url));
  opened.defer(async () => void (await worker.terminate()));
  const [url]: string[] = await once(worker, 'message');
  if (!url) throw new Error('The site did not start');
  const store = async (slug: string, version: number) => {
    worker.postMessage({ slug, version });
    await once(worker, 'message');
  };
  for (const slug of SLUGS) await store(slug, 0);
  const gateway = opened.use(await startPagesGateway({ wordpress: url }));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  opened.defer(async () => agent.destroy());
  const { host, hostname, port } = new URL(gateway.url);
  const report = { pages: 0, oldest: 0, foreign: 0, failed: 0 };
  const madeAt = new Set<string>();
  const end = performance.now() + seconds * 1000;

  const changes = async (slug: string) => {
    for (let version = 1; performance.now() < end; version++) {
      await store(slug, version);
      await sleep(250);
    }
  };

  /** Contents of pages by the hash of the page. Many pages are identical, and identical pages are parsed only once. */
  const known = new Map<string, PageContent>();
  const read = (body: Buffer, isPacked: boolean): PageContent => {
    const hash = createHash('md5').update(body).digest('base64');
    const before = known.get(hash);
    if (before) return before;
    const [, said = '{}'] = (isPacked ? gunzipSync(body) : body).toString().match(/<!--(\{.*?\})-->/) ?? [];
    const page: PageContent = JSON.parse(said);
    known.set(hash, page);
    return page;
  };
  const ask = (slug: string, headers: Record<string, string>) =>
    new Promise<{ status: number; body: Buffer; isPacked: boolean }>((resolve, reject) => {
      const sent = request({ agent, hostname, port, path: `/registry/${slug}/`, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const isPacked = answer.headers['content-encoding'] === 'gzip';
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), isPacked });
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  const looks = async (guest: number) => {
    for (let turn = guest; performance.now() < end; turn++) {
      const slug = SLUGS[turn % SLUGS.length] ?? 'one';
      const member = turn % MEMBERS === 0 ? `wordpress_logged_in_x=member-${guest}` : undefined;
      const before = Date.now();
      const { status, body, isPacked } = await ask(slug, {
        host,
        'accept-encoding': 'gzip',
        ...(member ? { cookie: member } : {}),
      });
      if (status !== 200) {
        report.failed++;
        continue;
      }
      const page = read(body, isPacked);
      report.pages++;
      madeAt.add(`${page.slug} ${page.version} ${page.made} ${page.visitor}`);
      if (page.slug !== slug || page.visitor !== (member ?? 'everybody')) report.foreign++;
      report.oldest = Math.max(report.oldest, before - page.made);
    }
  };

  const processor = processorSeconds(gateway.folder);
  const start = performance.now();
  await Promise.all([...SLUGS.map(changes), ...Array.from({ length: connections }, (_, n) => looks(n))]);
  const took = (performance.now() - start) / 1000;
  const used = processorSeconds(gateway.folder) - processor;
  return {
    ...report,
    perSecond: Math.round(report.pages / took),
    perProcessorSecond: used > 0 ? Math.round(report.pages / used) : null,
    made: madeAt.size,
  };
}

/** Returns the processor time of an nginx's workers in seconds; `NaN` without /proc. */
function processorSeconds(folder: string): number {
  try {
    const master = readFileSync(join(folder, 'nginx.pid'), 'utf8').trim();
    const workers = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
    const ticks = workers.map((worker) => {
      const fields = readFileSync(`/proc/${worker}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, one) => sum + one, 0) / 100;
  } catch {
    return Number.NaN;
  }
}
