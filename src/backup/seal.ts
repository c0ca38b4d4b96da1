import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { damaged } from './error.ts';

/**
 * The end of a file: an empty gzip member whose comment is the checksum of all bytes before. gzip itself ignores some bits of its
 * headers and of the last byte of its data; with the seal no bit of a file can change unnoticed.
 */
export function sealOf(sha256: string): Buffer {
  const header = [0x1f, 0x8b, 8, WITH_COMMENT, 0, 0, 0, 0, 0, UNKNOWN_SYSTEM];
  return Buffer.concat([
    Buffer.from(header),
    Buffer.from(`sha256 ${sha256}\0`, 'latin1'),
    Buffer.from([0x03, 0x00]), // an empty block
    Buffer.alloc(8), // its checksum and its length
  ]);
}

const WITH_COMMENT = 0x10;
const UNKNOWN_SYSTEM = 0xff;
const SEAL_BYTES = sealOf('0'.repeat(64)).length;

/** Passes a file on and puts the seal at its end. */
export function sealing(): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      done(null, part);
    },
    flush(done) {
      done(null, sealOf(hash.digest('hex')));
    },
  });
}

/** Passes a file on without its seal, and fails at the end unless the seal is that of the bytes. */
export function unsealing(): Transform {
  const hash = createHash('sha256');
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      const all = held.length === 0 ? part : Buffer.concat([held, part]);
      const end = Math.max(0, all.length - SEAL_BYTES);
      held = all.subarray(end);
      hash.update(all.subarray(0, end));
      done(null, all.subarray(0, end));
    },
    flush(done) {
      done(held.equals(sealOf(hash.digest('hex'))) ? null : damaged('its end is missing, or it was changed'));
    },
  });
}
