import { type Answer, isRecord, type Sending } from '../../assets/rest.ts';
import { typeInto } from './forms.ts';
import { wordsFor } from './notice.ts';
import { checkPicture, uploadPicture } from './requests.ts';
import { sent } from './sent.ts';
import { shrink } from './shrink.ts';
import { change, NO_PICTURE_STATE, state } from './state.ts';
import { __ } from './texts.ts';

/** The upload that is under way: how to end it, and what settles when it has ended. */
let underWay: { abort(): void; ended: Promise<void> } | undefined;

/** Sends a picture that somebody chose or took, and puts its address into the form of the wish. */
export async function upload(file: File): Promise<void> {
  forgetPicture();
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

/** Sends a picture, made smaller if it is large. @returns its address, or what went wrong, in words */
export async function sendPicture(file: File, sending: Sending): Promise<{ url: string } | { text: string }> {
  const smaller = await shrink(file, sent.pictures);
  if (sending.signal?.aborted) return { text: '' };
  if (smaller.size > sent.pictures.most_bytes) return { text: tooLarge() };
  const answer = await uploadPicture(smaller, sending);
  const url = answer.kind === 'done' ? answer.body.url : '';
  return answer.kind === 'done' && typeof url === 'string' ? { url } : { text: wordsOf(answer) };
}

function fail(text: string): void {
  change({ picture: { ...NO_PICTURE_STATE, text } });
}

function wordsOf(answer: Answer): string {
  if (answer.kind === 'done') return '';
  if (answer.kind === 'fields') return answer.fields.picture ?? answer.message;
  return wordsFor(answer);
}

function tooLarge(): string {
  const megabytes = Math.floor((10 * sent.pictures.most_bytes) / 2 ** 20) / 10;
  // translators: %s: a size, such as "8 MB".
  return __('This picture is too large: this site takes at most %s.', `${megabytes} MB`);
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Ends an upload that is under way, and forgets what was said of a picture. */
export function forgetPicture(): void {
  underWay?.abort();
  underWay = undefined;
  if (state.picture !== NO_PICTURE_STATE) change({ picture: NO_PICTURE_STATE });
}

/** Waits until a picture that is on its way has arrived, or has failed. */
export async function pictureSettled(): Promise<void> {
  await underWay?.ended;
}

/** Takes the picture out of the form. */
export function removePicture(): void {
  forgetPicture();
  typeInto('item', 'image_url', '');
}

/** Asks the site what is at the address in the form, and says so. Nothing waits for it. */
export async function checkAddress(): Promise<void> {
  const url = typedAddress();
  if (underWay) return;
  change({ picture: NO_PICTURE_STATE });
  if (!/^https?:\/\/[^\s/?#]/i.test(url)) return;
  const answer = await checkPicture(url);
  // Meanwhile somebody may have typed on, or opened another wish.
  if (answer.kind !== 'done' || !isRecord(answer.body.check) || typedAddress() !== url || underWay) return;
  const { text, image_url } = answer.body.check;
  change({
    picture: {
      text: typeof text === 'string' ? text : '',
      suggestion: typeof image_url === 'string' ? image_url : '',
    },
  });
}

/** Puts the picture that the page names into the form. */
export function takeSuggestion(): void {
  typeInto('item', 'image_url', state.picture.suggestion);
  change({ picture: NO_PICTURE_STATE });
}

/** Returns the address in the form of the wish. */
export function typedAddress(): string {
  return (state.forms.item.values.image_url ?? '').trim();
}
