import { type Answer, type Sending, sendForm } from '../../assets/rest.ts';
import { typeInto } from './forms.ts';
import { messageFor } from './notice.ts';
import { type PictureLimits, sent } from './page-data.ts';
import { askAtOnce } from './requests.ts';
import { shrink } from './shrink.ts';
import { change, NO_PICTURE_STATE, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** The current upload: a function that aborts it, and a promise that settles when it ends. */
let underWay: { abort(): void; ended: Promise<void> } | undefined;

/** Uploads a picture from the device and puts its address into the wish form. */
export async function upload(file: File): Promise<void> {
  abortUpload();
  const { signal, abort } = abortable();
  const ended = send(file, signal);
  const own = { abort, ended };
  underWay = own;
  await ended;
  if (underWay === own) underWay = undefined;
}

async function send(file: File, signal: AbortSignal): Promise<void> {
  change({ picture: { ...NO_PICTURE_STATE, share: 0 } });
  const onProgress = (share: number) => {
    if (!signal.aborted) change({ picture: { ...NO_PICTURE_STATE, share } });
  };
  const sentPicture = await sendPicture(file, { onProgress, signal });
  if (signal.aborted) return;
  if ('text' in sentPicture) return fail(sentPicture.text);
  change({ picture: NO_PICTURE_STATE, announcement: __('The picture is uploaded.') });
  typeInto('item', 'image_url', sentPicture.url);
}

/** Uploads a picture, reduced if it is large. @returns its address, or an error message */
export async function sendPicture(file: File, sending: Sending): Promise<{ url: string } | { text: string }> {
  const { pictures } = sent;
  if (!pictures) throw new Error('This site takes no pictures');
  const smaller = await shrink(file, pictures);
  if (sending.signal?.aborted) return { text: '' };
  if (smaller.size > pictures.most_bytes) return { text: tooLarge(pictures) };
  const form = new FormData();
  form.set('picture', smaller);
  const answer = await sendForm(sent.access, `/registries/${registry().id}/pictures`, form, sending);
  return answer.kind === 'done' && answer.body.url ? { url: answer.body.url } : { text: wordsOf(answer) };
}

function fail(text: string): void {
  change({ picture: { ...NO_PICTURE_STATE, text } });
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

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Aborts the current upload and clears messages about the picture. */
export function abortUpload(): void {
  underWay?.abort();
  underWay = undefined;
  if (state.picture !== NO_PICTURE_STATE) change({ picture: NO_PICTURE_STATE });
}

/** Waits until the current upload has succeeded or failed. */
export async function uploadFinished(): Promise<void> {
  await underWay?.ended;
}

/** Removes the picture from the form. */
export function removePicture(): void {
  abortUpload();
  typeInto('item', 'image_url', '');
}

/** Checks the picture address in the form in the background, and shows the result. */
export async function checkAddress(): Promise<void> {
  const url = typedAddress();
  if (underWay) return;
  change({ picture: NO_PICTURE_STATE });
  if (!sent.pictures || !/^https?:\/\/[^\s/?#]/i.test(url)) return;
  const answer = await askAtOnce('POST', '/pictures/check', { url });
  // In the meantime, the user may have changed the address or opened another wish.
  if (answer.kind !== 'done' || !answer.body.check || typedAddress() !== url || underWay) return;
  const { text, image_url: suggestion } = answer.body.check;
  change({ picture: { text, suggestion } });
}

/** Replaces the typed address of a page with the address of the picture that this page suggests. */
export function takeSuggestion(): void {
  typeInto('item', 'image_url', state.picture.suggestion);
  change({ picture: NO_PICTURE_STATE });
}

export function typedAddress(): string {
  return (state.forms.item.values.image_url ?? '').trim();
}
