import { showRegistry } from './current.ts';
import { tellDone, tellFailure, tellProblem } from './notice.ts';
import { sendPicture } from './pictures.ts';
import { changeRegistry } from './requests.ts';
import { change, isRegistry, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** What the address of a picture looks like that was uploaded here. */
const UPLOADED = /\/largesse\/\d+\/[0-9a-f]{32}\.(?:jpe?g|png|webp|gif|avif)$/;

/** A picture that can become the cover. */
export interface Choice {
  url: string;
  /** Name of the wish that shows it. */
  name: string;
}

/** Returns the pictures of wishes that were uploaded here, each once. */
export function choices(): Choice[] {
  const all = registry().items.filter(({ image_url }) => UPLOADED.test(image_url));
  const byUrl = new Map(all.map(({ image_url, name }) => [image_url, { url: image_url, name }]));
  return [...byUrl.values()];
}

/** Makes a picture the cover. @param url its address; '' takes the cover away */
export async function choose(url: string): Promise<void> {
  const before = registry().cover;
  const answer = await store(url);
  if (answer.kind !== 'done') return tellFailure(answer, () => choose(url));
  const text = url === '' ? __('The cover is gone.') : __('The cover is chosen.');
  tellDone(text, before === '' && url === '' ? undefined : () => choose(before));
}

/** Sends a picture that somebody chose or took, and makes it the cover. */
export async function uploadCover(file: File): Promise<void> {
  if (state.coverShare !== undefined) return;
  change({ coverShare: 0 });
  const picture = await sendPicture(file, { onProgress: (coverShare) => change({ coverShare }) });
  if ('url' in picture) await choose(picture.url);
  else tellProblem(picture.text);
  change({ coverShare: undefined });
}

/** Stores it over whatever somebody else has made of the registry meanwhile: nothing else is sent. */
async function store(cover: string) {
  const answer = await changeRegistry(registry().version, { cover });
  if (answer.kind !== 'changed' || !isRegistry(answer.current)) return answer;
  showRegistry(answer.current);
  return changeRegistry(answer.current.version, { cover });
}
