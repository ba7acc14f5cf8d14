import { loadModule } from '../../assets/load-module.ts';
import { showRegistry } from './current.ts';
import { whenIdle } from './idle.ts';
import type { PictureToDraw } from './registry.ts';
import { sendPictureForm } from './requests.ts';
import { isChange, state } from './state.ts';

/** Hash of the content that the page last tried to draw. */
let tried: string | undefined;

/**
 * Draws the picture that chats show for a link to the registry, and sends it to the site, if the site lacks the picture
 * for the present content. Works in the background, and reports no failure: the page tries again when it is opened next
 * time, and until then, chats show a drawing without texts.
 */
export function drawMissingPicture(): void {
  const wanted = state.registry?.picture_to_draw;
  if (wanted?.content === tried) return;
  tried = wanted?.content;
  if (wanted) whenIdle(() => void drawAndSend(wanted).catch(() => undefined));
}

async function drawAndSend(wanted: PictureToDraw): Promise<void> {
  const address = import.meta.resolve('largesse/link-picture');
  const { drawPicture } = await loadModule<typeof import('largesse/link-picture')>(address);
  const form = await drawPicture(wanted);
  const answer = form && (await sendPictureForm('shared-picture', form));
  // Ignores the answer if the registry has changed in the meantime.
  if (answer?.kind === 'done' && isChange(answer.body.registry) && tried === wanted.content)
    showRegistry(answer.body.registry);
}
