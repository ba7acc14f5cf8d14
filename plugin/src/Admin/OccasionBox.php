<?php
/**
 * The occasion of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryMetaRules;
use WP_Error;
use WP_Post;

/**
 * Says and changes what a registry is for, and when.
 */
final class OccasionBox implements RegistryBox {

	private const TYPE = 'event_type';
	private const DATE = 'event_date';

	/**
	 * Name of the box in forms.
	 */
	public function id(): string {
		return 'occasion';
	}

	/**
	 * The heading of the box.
	 */
	public function title(): string {
		return __( 'Occasion', 'largesse' );
	}

	/**
	 * Prints the box.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param string                $form     Id of the form.
	 * @param array<string, string> $typed    What was typed before and refused.
	 */
	public function render( WP_Post $registry, string $form, array $typed ): void {
		?>
		<p>
			<label for="largesse-event-type"><?php esc_html_e( 'What the registry is for', 'largesse' ); ?></label>
			<input type="text" class="widefat" dir="auto" id="largesse-event-type" name="<?php echo esc_attr( self::TYPE ); ?>" form="<?php echo esc_attr( $form ); ?>" maxlength="<?php echo esc_attr( (string) RegistryMetaRules::MAX_TYPE_CHARS ); ?>" value="<?php PlainText::show( $typed[ self::TYPE ] ?? self::text( $registry, RegistryMeta::EVENT_TYPE ) ); ?>">
		</p>
		<p>
			<label for="largesse-event-date"><?php esc_html_e( 'Date of the occasion', 'largesse' ); ?></label>
			<input type="date" class="widefat" id="largesse-event-date" name="<?php echo esc_attr( self::DATE ); ?>" form="<?php echo esc_attr( $form ); ?>" value="<?php PlainText::show( $typed[ self::DATE ] ?? self::text( $registry, RegistryMeta::EVENT_DATE ) ); ?>">
		</p>
		<p>
			<button type="submit" class="button" form="<?php echo esc_attr( $form ); ?>"><?php esc_html_e( 'Save the occasion', 'largesse' ); ?></button>
		</p>
		<?php
	}

	/**
	 * Stores both fields, or neither.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param array<string, string> $input    What was sent.
	 */
	public function save( WP_Post $registry, array $input ): string|WP_Error {
		$type  = trim( $input[ self::TYPE ] ?? '' );
		$date  = trim( $input[ self::DATE ] ?? '' );
		$rules = new RegistryMetaRules();
		if ( ! $rules->is_valid( RegistryMeta::EVENT_TYPE, $type ) ) {
			/* translators: %d: a number of characters. */
			return new WP_Error( 'largesse_occasion', sprintf( __( 'Nothing was saved: the occasion may have at most %d characters.', 'largesse' ), RegistryMetaRules::MAX_TYPE_CHARS ) );
		}
		if ( ! $rules->is_valid( RegistryMeta::EVENT_DATE, $date ) ) {
			return new WP_Error( 'largesse_occasion', __( 'Nothing was saved: the date is no day of the calendar. Write it as year, month and day, for example 2027-05-01.', 'largesse' ) );
		}
		foreach ( array(
			RegistryMeta::EVENT_TYPE => $type,
			RegistryMeta::EVENT_DATE => $date,
		) as $key => $value ) {
			if ( '' === $value ) {
				delete_post_meta( $registry->ID, $key );
			} else {
				update_post_meta( $registry->ID, $key, wp_slash( $value ) );
			}
		}
		return __( 'The occasion is saved.', 'largesse' );
	}

	/**
	 * A text of the meta.
	 *
	 * @param WP_Post $registry The registry.
	 * @param string  $key      Meta key.
	 */
	private static function text( WP_Post $registry, string $key ): string {
		return (string) get_post_meta( $registry->ID, $key, true );
	}
}
