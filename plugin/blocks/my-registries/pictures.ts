import type { Answer } from '../../assets/rest.ts';
import { typeInto } from './forms.ts';
import { attempt, messageFor, notifyProblem, notifySuccess } from './notice.ts';
import { type PictureLimits, sent } from './page-data.ts';
import { askAtOnce, overwriteFields } from './requests.ts';
import { shrink } from './shrink.ts';
import { change, NO_PICTURE_STATE, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** The current upload; undefined if there is none, or if the user has stopped it. */
let underWay: Promise<unknown> | undefined;

/** Uploads a picture from the device and puts its address into the wish form. */
export async function upload(file: File): Promise<void> {
  const sending = sendPicture(file);
  underWay = sending;
  change({ picture: { ...NO_PICTURE_STATE, isUploading: true } });
  const picture = await sending;
  if (underWay !== sending) return;
  underWay = undefined;
  if ('text' in picture) return change({ picture: { ...NO_PICTURE_STATE, text: picture.text } });
  change({ picture: NO_PICTURE_STATE, announcement: __('The picture is uploaded.') });
  typeInto('item', 'image_url', picture.url);
}

/** Uploads a picture, reduced if it is large. @returns its address, or an error message */
export async function sendPicture(file: File): Promise<{ url: string } | { text: string }> {
  const { pictures } = sent;
  if (!pictures) throw new Error('This site takes no pictures');
  const smaller = await shrink(file, pictures);
  if (smaller.size > pictures.most_bytes) return { text: tooLarge(pictures) };
  const form = new FormData();
  form.set('picture', smaller);
  const answer = await askAtOnce('POST', '/pictures', form);
  return answer.kind === 'done' && answer.body.url ? { url: answer.body.url } : { text: wordsOf(answer) };
}

function wordsOf(answer: Answer): string {
  if (answer.kind === 'done') return '';
  if (answer.kind === 'fields') return answer.fields.picture ?? answer.message;
  return messageFor(answer);
}

function tooLarge({ most_bytes: most }: PictureLimits): string {
  const megabytes = Math.floor((10 * most) / 2 ** 20) / 10;
  // translators: %s: a size, such as "8 MB".
  return __('This picture is too large: the limit of this site is %s.', `${megabytes} MB`);
}

/** Ignores the current upload, and clears messages about the picture. */
export function abortUpload(): void {
  underWay = undefined;
  if (state.picture !== NO_PICTURE_STATE) change({ picture: NO_PICTURE_STATE });
}

/** Waits until the current upload has succeeded or failed. */
export async function uploadFinished(): Promise<void> {
  await underWay;
}

export function removePicture(): void {
  abortUpload();
  typeInto('item', 'image_url', '');
}

/** Checks the picture address in the form in the background. */
export async function checkAddress(): Promise<void> {
  const url = typedAddress();
  if (underWay) return;
  change({ picture: NO_PICTURE_STATE });
  if (!sent.pictures || !/^https?:\/\/[^\s/?#]/i.test(url)) return;
  const answer = await askAtOnce('POST', '/pictures/check', { url });
  // In the meantime, the user may have changed the address or opened another wish.
  if (answer.kind !== 'done' || !answer.body.check || typedAddress() !== url || underWay) return;
  const { text, image_url: suggestion } = answer.body.check;
  change({ picture: { ...NO_PICTURE_STATE, text, suggestion } });
}

/** Replaces the typed address of a page with the address of the picture that this page suggests. */
export function takeSuggestion(): void {
  typeInto('item', 'image_url', state.picture.suggestion);
  change({ picture: NO_PICTURE_STATE });
}

export function typedAddress(): string {
  return (state.forms.item.values.image_url ?? '').trim();
}

/** Sets the cover. @param cover address of the picture; '' removes the cover */
export function setCover(cover: string): Promise<void> {
  const { cover: before = '' } = registry();
  return attempt(
    () => overwriteFields({ cover }),
    () => notifySuccess(cover ? __('The cover is chosen.') : __('The cover was removed.'), () => setCover(before)),
  );
}

/** Uploads a picture from the device and makes it the cover. */
export async function uploadCover(file: File): Promise<void> {
  if (state.isCoverUploading) return;
  change({ isCoverUploading: true });
  const picture = await sendPicture(file);
  if ('url' in picture) await setCover(picture.url);
  else notifyProblem(picture.text);
  change({ isCoverUploading: false });
}
