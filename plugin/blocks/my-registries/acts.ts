import { saveLeft } from './having.ts';
import { forgetNotices } from './notice.ts';

/** Makes an event handler that first clears the messages of earlier acts and saves what they left unsaved. */
export function act(work: () => unknown): () => void {
  return () => {
    forgetNotices();
    saveLeft();
    void work();
  };
}
