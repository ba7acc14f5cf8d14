/**
 * Runs an action while the site is in another time zone. Restores the site's zone, also after a failure, because other
 * tests use the same site.
 * @param run runs PHP on the site
 * @param zone name of the zone, or its distance from UTC in hours
 */
export async function inZone<T>(
  run: (php: string, input?: unknown) => Promise<string>,
  zone: string | number,
  action: () => Promise<T>,
): Promise<T> {
  const set = `foreach ( $input as $name => $value ) { update_option( $name, $value ); }`;
  const before = JSON.parse(
    await run(
      `echo wp_json_encode( array( 'timezone_string' => get_option( 'timezone_string' ), 'gmt_offset' => get_option( 'gmt_offset' ) ) );`,
    ),
  );
  await run(
    set,
    typeof zone === 'number'
      ? { timezone_string: '', gmt_offset: zone }
      : { timezone_string: zone, gmt_offset: before.gmt_offset },
  );
  try {
    return await action();
  } finally {
    await run(set, before);
  }
}
