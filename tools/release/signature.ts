import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Purpose of our signatures. A signature for another purpose is invalid. */
export const NAMESPACE = 'largesse-release';

/** Name of the signer in the list of keys that `ssh-keygen` reads. */
export const SIGNER = 'release@largesse.invalid';

const ALGORITHM = 'ssh-ed25519';

/**
 * Signs a text in the same way as `ssh-keygen -Y sign -n largesse-release`.
 * @param key private Ed25519 key
 * @returns the signature in OpenSSH's text format
 */
export function signText(text: string, key: KeyObject): string {
  const message = [field(NAMESPACE), field(''), field('sha512')];
  const digest = createHash('sha512').update(text).digest();
  const signature = sign(null, Buffer.concat([Buffer.from('SSHSIG'), ...message, field(digest)]), key);
  const version = Buffer.from([0, 0, 0, 1]);
  const signed = field(Buffer.concat([field(ALGORITHM), field(signature)]));
  const blob = Buffer.concat([Buffer.from('SSHSIG'), version, field(publicKeyBlob(key)), ...message, signed]);
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}

/** Returns the public key of a private key as a line for OpenSSH. */
export function publicKeyLine(key: KeyObject): string {
  return `${ALGORITHM} ${publicKeyBlob(key).toString('base64')} ${SIGNER}`;
}

/**
 * Signs a file as WordPress expects (`verify_file_signature()`): the SHA-384 of the file, in base64.
 * @param key private Ed25519 key
 */
export function signFile(bytes: Buffer, key: KeyObject): string {
  return `${sign(null, createHash('sha384').update(bytes).digest(), key).toString('base64')}
`;
}

/** Returns a public key as WordPress expects (`wp_trusted_keys()`). @param line the key as a line for OpenSSH */
export function rawKeyOf(line: string): string {
  return Buffer.from(line.split(' ')[1] ?? '', 'base64')
    .subarray(-32)
    .toString('base64');
}

/** Returns the fingerprint of a public key as OpenSSH prints it. @param line the key as a line for OpenSSH */
export function fingerprintOf(line: string): string {
  const blob = Buffer.from(line.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

function publicKeyBlob(key: KeyObject): Buffer {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.concat([field(ALGORITHM), field(Buffer.from(x, 'base64url'))]);
}

/** Encodes a string of the SSH protocol: its length in four bytes, then its bytes (RFC 4251, 5). */
function field(value: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(value));
  return Buffer.concat([length, Buffer.from(value)]);
}
