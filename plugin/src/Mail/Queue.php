<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\KeyedHash;

/**
 * Keeps what is still to be told to somebody, until it is: one row of the options each, so that every site of a network
 * has its own. A row begins with the second in which it is due, in ten digits; whoever works on it moves that on, as long
 * as the row is as they read it. So of two runs of WordPress's cron that overlap, one has it.
 *
 * A row holds no text of a mail, only what it is about. Addresses stand in it where they cannot be asked for any more.
 * WordPress shows administrators all options (wp-admin/options.php): what stands there cannot be read at a glance,
 * since an administrator may have a registry, too (rules: Surprise).
 */
final class Queue {

	/**
	 * The hook of WordPress's cron on which mails are sent, every minute. Entries schedule no event: Site Health would
	 * name it, and the next page would take longer, which tells an owner of a gift (rules: Surprise).
	 */
	public const HOOK = 'largesse_send_mails';

	/** What names of rows begin with. uninstall.php knows it as well. */
	public const PREFIX = 'largesse_queued_mail_';

	/** Prefix of the names of invitations. Other names continue with hexadecimal digits. */
	private const INVITATIONS = self::PREFIX . 'invited_';

	/** Seconds for which a row belongs to the run that took it: longer than a run and its last mail can take. */
	private const LEASE = 900;

	/** The most rows that a run takes at a time. */
	private const AT_A_TIME = 50;

	/**
	 * Puts something down, unless it is there.
	 *
	 * @param string               $kind  What it is about; a constant of QueuedMail.
	 * @param string               $id    Tells it from others of its kind.
	 * @param array<string, mixed> $data  What is needed to write the mail.
	 * @param int                  $delay Seconds to wait.
	 * @return bool Whether it was not there yet.
	 */
	public function put( string $kind, string $id, array $data, int $delay = 0 ): bool {
		global $wpdb;
		$content = array(
			'kind'  => $kind,
			'tries' => 0,
			'made'  => time(),
			'data'  => $data,
		);
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- add_option() would replace a row that somebody is working on.
		$is_new = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} ( option_name, option_value, autoload ) VALUES ( %s, %s, 'no' )", self::name( $kind, $id ), self::value( time() + $delay, $content ) ) );
		return (bool) $is_new;
	}

	/**
	 * Takes what is due; it belongs to the caller now, who sends, postpones or drops each. Invitations first, so that none
	 * waits for mails about gifts.
	 *
	 * @return list<QueuedMail>
	 */
	public function take(): array {
		$taken = array();
		foreach ( $this->rows( sprintf( '%010d', time() + 1 ), self::AT_A_TIME ) as $name => $value ) {
			$content = self::content( $value );
			if ( null === $content ) {
				$this->drop( $name );
				continue;
			}
			++$content['tries'];
			$mine = self::value( time() + self::LEASE, $content );
			if ( $this->replace( $name, $value, $mine ) ) {
				$taken[] = new QueuedMail( $name, (string) $content['kind'], $content['tries'], $content['made'], $content['data'], $mine );
			}
		}
		return $taken;
	}

	/** Removes something that is not to be told any more, whoever works on it. */
	public function forget( string $kind, string $id ): void {
		$this->drop( self::name( $kind, $id ) );
	}

	/** Removes what was sent, or need not be sent any more. */
	public function remove( QueuedMail $mail ): void {
		$this->drop( $mail->name );
	}

	/**
	 * Puts something back.
	 *
	 * @param int  $seconds    How long it is to wait.
	 * @param bool $was_a_try Whether it counts as tried.
	 */
	public function postpone( QueuedMail $mail, int $seconds, bool $was_a_try ): void {
		$content = array(
			'kind'  => $mail->kind,
			'tries' => $was_a_try ? $mail->tries : $mail->tries - 1,
			'made'  => $mail->made,
			'data'  => $mail->data,
		);
		$this->replace( $mail->name, $mail->value, self::value( time() + $seconds, $content ) );
	}

	/**
	 * Removes what is to be sent to an address that a row holds.
	 *
	 * @return int How many there were.
	 */
	public function erase( string $email ): int {
		$erased = 0;
		foreach ( $this->rows( '9999999999', PHP_INT_MAX ) as $name => $value ) {
			if ( strtolower( (string) ( self::content( $value )['data']['to'] ?? '' ) ) === strtolower( $email ) ) {
				$this->drop( $name );
				++$erased;
			}
		}
		return $erased;
	}

	/**
	 * Returns rows by name: invitations first, then the others, each in the order in which they are due.
	 *
	 * @param string $before Ten digits; rows that are due then, or later, do not count.
	 * @return array<string, string>
	 */
	private function rows( string $before, int $most ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list options.
		$rows = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name LIKE %s AND option_value < %s ORDER BY option_name LIKE %s DESC, SUBSTR( option_value, 1, 10 ), option_id LIMIT %d",
				$wpdb->esc_like( self::PREFIX ) . '%',
				$before,
				$wpdb->esc_like( self::INVITATIONS ) . '%',
				$most
			)
		);
		return array_column( (array) $rows, 'option_value', 'option_name' );
	}

	/** Replaces a row as long as it is what was read; returns whether it was. */
	private function replace( string $name, string $from, string $to ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- update_option() has no such condition.
		return (bool) $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $to, $name, $from ) );
	}

	/** Deletes a row. */
	private function drop( string $name ): void {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- No cache knows of these rows.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s", $name ) );
	}

	/** Returns the name of a row, from which nobody can tell what it is about. */
	private static function name( string $kind, string $id ): string {
		return ( QueuedMail::INVITED === $kind ? self::INVITATIONS : self::PREFIX ) . KeyedHash::of( "{$kind} {$id}" );
	}

	/**
	 * Returns what a row holds.
	 *
	 * @param int                  $due     Seconds since 1970.
	 * @param array<string, mixed> $content See `put`.
	 */
	private static function value( int $due, array $content ): string {
		return sprintf( '%010d ', $due ) . base64_encode( (string) wp_json_encode( $content ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- See above.
	}

	/**
	 * Returns the content of a row; null if it is none.
	 *
	 * @return array<string, mixed>|null
	 */
	private static function content( string $value ): ?array {
		$content = json_decode( (string) base64_decode( substr( $value, 11 ), true ), true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- See above.
		return is_array( $content ) && is_array( $content['data'] ?? null ) ? $content : null;
	}
}
