import type { User } from '../auth/user.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemSource } from './parts.ts';

/**
 * Maximum number of distant pages that one user may request at a time. A page is distant if it skips more than MAX_SKIP
 * items. All users share a short queue for these pages.
 */
const MAX_AT_ONCE = 4;

/** Prevents one member from filling the queue of costly reads. Admins are not limited, because they run the site. */
export class DeepPageLimit {
  readonly #looking = new Map<number, number>();

  /** Limits the source of a list. The first read fails (503) if the user is reading too many distant pages. */
  bounded({ id, isAdmin }: User, source: ItemSource): ItemSource {
    if (isAdmin) return source;
    return async (from, count) => {
      if (from !== null) return source(from, count);
      const others = this.#looking.get(id) ?? 0;
      if (others >= MAX_AT_ONCE) throw new ApiError('overloaded');
      this.#looking.set(id, others + 1);
      try {
        return await source(from, count);
      } finally {
        const left = (this.#looking.get(id) ?? 1) - 1;
        if (left === 0) this.#looking.delete(id);
        else this.#looking.set(id, left);
      }
    };
  }
}
