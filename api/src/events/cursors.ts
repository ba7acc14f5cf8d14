import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The content of a cursor. */
export interface Cursor {
  /** Position of an event. */
  position: number;
  /** Time at which the service issued the cursor (milliseconds since 1970). */
  issuedAt: number;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of the content of a cursor: a position of 8 bytes, and a time of 6 bytes. */
const CONTENT_BYTES = 14;
const BYTES = NONCE_BYTES + CONTENT_BYTES + TAG_BYTES;

/** Encrypts positions in the log. Otherwise, two cursors would show the number of events between them. */
export class Cursors {
  readonly #key: Buffer;

  /** @param key 64 hexadecimal digits, the same in all processes of a database */
  constructor(key: string) {
    this.#key = Buffer.from(key, 'hex');
  }

  /** Creates a cursor for a position. The time of issue is the current time. All cursors have the same length. */
  write(position: number): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.writeBigInt64BE(BigInt(position), 0);
    content.writeUIntBE(Date.now(), 8, 6);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const encrypted = Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    return encrypted.toString('base64url');
  }

  /** Returns the content of a cursor, or null if the text is no cursor of this database. */
  read(text: string): Cursor | null {
    const encrypted = Buffer.from(text, 'base64url');
    // The decoder ignores invalid characters. The second comparison finds such characters.
    if (encrypted.length !== BYTES || encrypted.toString('base64url') !== text) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, encrypted.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
    const content = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return {
      position: Number(content.readBigInt64BE(0)),
      issuedAt: content.readUIntBE(8, 6),
    };
  }
}
