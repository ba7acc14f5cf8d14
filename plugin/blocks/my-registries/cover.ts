import { attempt, notifyProblem, notifySuccess } from './notice.ts';
import { sendPicture } from './pictures.ts';
import { overwriteFields } from './requests.ts';
import { change, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Address of a picture that was uploaded to this site. */
const UPLOADED = /\/largesse\/\d+\/[0-9a-f]{32}\.(?:jpe?g|png|webp|gif|avif)$/;

/** An uploaded picture that can become the cover. */
export interface Choice {
  url: string;
  /** Name of the wish with the picture. */
  name: string;
}

/** Returns the uploaded pictures of the wishes, without duplicates. */
export function choices(): Choice[] {
  const all = registry().items.filter(({ image_url }) => UPLOADED.test(image_url));
  const byUrl = new Map(all.map(({ image_url, name }) => [image_url, { url: image_url, name }]));
  return [...byUrl.values()];
}

/** Sets the cover. @param url address of the picture; '' removes the cover */
export function choose(url: string): Promise<void> {
  const before = registry().cover ?? '';
  return attempt(
    () => overwriteFields({ cover: url }),
    () =>
      notifySuccess(
        url === '' ? __('The cover was removed.') : __('The cover is chosen.'),
        before === '' && url === '' ? undefined : () => choose(before),
      ),
  );
}

/** Uploads a picture from the device and makes it the cover. */
export async function uploadCover(file: File): Promise<void> {
  if (state.isCoverUploading) return;
  change({ isCoverUploading: true });
  const picture = await sendPicture(file);
  if ('url' in picture) await choose(picture.url);
  else notifyProblem(picture.text);
  change({ isCoverUploading: false });
}
