import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { nestedWebp, withHiddenScans, withScans, withTexts } from './picture-files.ts';

interface Work {
  is_made: boolean;
  seconds: number;
  megabytes: number;
}

/** Maximum processor time for a picture (seconds). */
const MOST_SECONDS = 2;

/** Maximum memory for a picture (megabytes). Subtracts 40 MB, because WordPress needs 40 MB more than this script. */
const MOST_MEGABYTES = 256 - 40;

/** Maximum processor time on a slow or busy machine, as a multiple of the largest JPEG's time. */
const MOST_TIMES_LARGEST = 4;

/** PHP that draws pictures of noise in the maximum size that the site accepts. Its argument is a folder. */
const DRAW = `
  ini_set( 'memory_limit', '-1' );
  function noise( $width, $height ) {
    $tile = imagecreatetruecolor( 256, 256 );
    for ( $x = 0; $x < 256; $x++ ) for ( $y = 0; $y < 256; $y++ ) imagesetpixel( $tile, $x, $y, mt_rand( 0x606060, 0x9f9f9f ) );
    $image = imagecreatetruecolor( $width, $height );
    imagesettile( $image, $tile );
    imagefilledrectangle( $image, 0, 0, $width, $height, IMG_COLOR_TILED );
    return $image;
  }
  mt_srand( 1 );
  chdir( $argv[1] );
  $image = noise( 6000, 4000 );
  imageinterlace( $image, true );
  imagejpeg( $image, 'large.jpeg', 50 );
  $image = noise( 5000, 3000 );
  imageinterlace( $image, true );
  imagepng( $image, 'large.png', 1 );
  $image = noise( 4000, 3000 );
  imagewebp( $image, 'large.webp', 80 );
  $image = noise( 60, 30 );
  imagejpeg( $image, 'small.jpeg' );
  imagepng( $image, 'small.png' );
  imagewebp( $image, 'small.webp' );
  imageinterlace( $image, true );
  imagejpeg( $image, 'progressive.jpeg' );`;

const hasGd = (() => {
  const { status, stdout } = spawnSync('php', ['-r', 'echo implode( " ", array_keys( gd_info(), true, true ) );']);
  const isComplete = status === 0 && /JPEG.*PNG.*WebP/s.test(String(stdout));
  return isComplete && spawnSync('unzip', ['-v']).status === 0;
})();

describe('the work of processing a picture', {
  skip: hasGd ? false : 'PHP with GD, or unzip, is not installed',
}, () => {
  const t = openForSuite(async () => {
    const folder = await temporaryFolder();
    const { coreZip } = await fetchWordPress('6.5');
    execFileSync('unzip', ['-q', coreZip, 'wp-includes/*', '-d', folder.path]);
    execFileSync('php', ['-r', DRAW, folder.path], { stdio: 'ignore' });
    return { path: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  });
  const file = (name: string) => readFile(join(t.path, name));

  /** Processes a file. */
  async function make(what: string, bytes: Buffer): Promise<Work> {
    const path = join(t.path, 'sent');
    await writeFile(path, bytes);
    const { status, stdout, stderr } = spawnSync(
      'php',
      ['-d', 'memory_limit=256M', join(import.meta.dirname, 'picture-work.php'), t.path, path],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, `${what}: ${stderr}${stdout}`);
    return JSON.parse(stdout);
  }

  /** Processes a file, and asserts that the work stayed within the limits. */
  async function work(what: string, bytes: Buffer): Promise<Work> {
    const done = await make(what, bytes);
    if (done.seconds >= MOST_SECONDS) {
      // System calls and memory take more processor time while other programs use the machine. The time for the largest
      // JPEG shows how slow the machine currently is.
      const { seconds } = await make('the largest JPEG', await file('large.jpeg'));
      assert.ok(
        done.seconds < MOST_TIMES_LARGEST * seconds,
        `${what}: ${done.seconds} s; the largest JPEG: ${seconds} s`,
      );
    }
    assert.ok(done.megabytes < MOST_MEGABYTES, `${what}: ${done.megabytes} MB`);
    return done;
  }

  it('stays within its limits with the largest pictures that the site accepts', async () => {
    for (const type of ['jpeg', 'png', 'webp'])
      assert.equal((await work(type, await file(`large.${type}`))).is_made, true, type);
  });

  it('stays within its limits with files designed to take long', async () => {
    const large = await file('large.jpeg');
    const small = await file('progressive.jpeg');
    const png = await file('small.png');
    const last = large.lastIndexOf('\xff\xda', undefined, 'latin1');
    const filled = (content: string) =>
      Buffer.concat([small.subarray(0, -2), Buffer.alloc(7_000_000, content, 'latin1'), small.subarray(-2)]);
    for (const [what, bytes, isMade] of [
      [
        'as many scans as may be',
        Buffer.concat([
          large.subarray(0, -2),
          Buffer.alloc(5 * (large.length - last), large.subarray(last, -2)).subarray(0, 5 * (large.length - 2 - last)),
          large.subarray(-2),
        ]),
        true,
      ],
      ['more scans', withScans(small, 200), false],
      ['scans behind a comment', withHiddenScans(large, 500), false],
      [
        'comments',
        Buffer.concat([small.subarray(0, 2), Buffer.alloc(7_000_000, '\xff\xfe\0\x02', 'latin1'), small.subarray(2)]),
        false,
      ],
      ['stuffed bytes', filled('\xff\0'), true],
      ['restart markers', filled('\xff\xd0'), true],
      ['fill bytes', filled('\xff'), true],
      ['compressed texts', withTexts(png, 1000), true],
      ['frames in frames', nestedWebp(await file('small.webp'), 200_000), false],
    ] as const)
      assert.equal((await work(what, bytes)).is_made, isMade, what);
  });
});
