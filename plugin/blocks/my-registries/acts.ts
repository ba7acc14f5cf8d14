import { saveLeft } from './having.ts';
import { forgetNotices } from './notice.ts';

/** Creates an event handler that first clears earlier messages and saves what earlier clicks left unsaved. */
export function act(work: () => unknown): () => void {
  return () => {
    forgetNotices();
    saveLeft();
    void work();
  };
}
