<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use Largesse\Features;
use Largesse\Foundation\Format\Number;
use Largesse\Promises\Giving\GivingSettings;
use Largesse\Foundation\Html\Template;
use Largesse\PersonalData;

/**
 * Exports, erases and deletes the personal data of all features, also of features that are off. The exporters and
 * erasers exist outside of wp-admin, too, because other plugins use them in background jobs.
 */
final class PrivacyTools {

	/** Screens that show the suggested policy, or a page that may be the policy. */
	private const POLICY_SCREENS = array( 'options-privacy.php', 'privacy-policy-guide.php', 'post.php' );

	/**
	 * Adds the exporters.
	 *
	 * @param mixed $exporters Exporters of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public static function add_exporters( mixed $exporters ): array {
		return ( is_array( $exporters ) ? $exporters : array() ) + self::entries( 'exporter_friendly_name', 'export' );
	}

	/**
	 * Adds the erasers. The features on top erase first, because they find their data through gifts and promises.
	 *
	 * @param mixed $erasers Erasers of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public static function add_erasers( mixed $erasers ): array {
		return ( is_array( $erasers ) ? $erasers : array() ) + array_reverse(
			self::entries( 'eraser_friendly_name', 'erase' )
		);
	}

	/** Removes a user from the data of all features. @param mixed $id Id of the user. */
	public static function forget_user( mixed $id ): void {
		foreach ( PersonalData::of_modules() as $data ) {
			$data->forget_user( (int) $id );
		}
	}

	/** Deletes data of all features whose time is over. */
	public static function delete_expired(): void {
		foreach ( PersonalData::of_modules() as $data ) {
			$data->delete_expired();
		}
	}

	/** Returns the label and the callback of each feature. WordPress expects the label under `$key`. */
	private static function entries( string $key, string $method ): array {
		$entry = static fn ( PersonalData $data ): array => array(
			$key       => $data->label(),
			'callback' => array( $data, $method ),
		);
		return array_map( $entry, PersonalData::of_modules() );
	}

	/** Suggests a text about gift registries for the site's privacy policy (Settings > Privacy > Policy Guide). */
	public static function suggest_policy(): void {
		if ( ! in_array( $GLOBALS['pagenow'] ?? '', self::POLICY_SCREENS, true ) && ! self::has_reviewed_policy() ) {
			return;
		}
		$text = Template::render(
			'privacy/policy',
			array(
				'on_shops'  => self::shops(),
				'retention' => self::retention(),
			)
		);
		wp_add_privacy_policy_content( 'Largesse', wp_kses_post( $text ) );
	}

	/**
	 * Checks whether an administrator has reviewed suggestions for the policy. WordPress then reports changes on all
	 * screens.
	 */
	private static function has_reviewed_policy(): bool {
		$page = (int) get_option( 'wp_page_for_privacy_policy' );
		return $page > 0 && metadata_exists( 'post', $page, '_wp_suggested_privacy_policy_content' );
	}

	/** @return list<string> Paragraphs about data that shops receive. */
	private static function shops(): array {
		$policies   = array_map(
			static fn ( PersonalData $data ): string => $data->policy(),
			PersonalData::of_modules( Features::modules() )
		);
		$paragraphs = array(
			'pictures' => __( 'Your browser loads pictures from the shops where the owner found them. A shop then sees your network address, but not the page you are on.', 'largesse' ),
		) + array_filter( $policies );
		/**
		 * Filters the paragraphs about pictures, shops and optional features in the suggested privacy policy.
		 *
		 * @param array<string, string> $paragraphs Plain texts by key; the text with the key `pictures` is about the
		 *                                          pictures of wishes.
		 */
		return array_values( apply_filters( 'largesse_policy_on_shops', $paragraphs ) );
	}

	private static function retention(): string {
		$days   = GivingSettings::number( GivingSettings::ADDRESSES_KEPT );
		$months = GivingSettings::number( GivingSettings::NAMES_KEPT );
		return sprintf(
			/* translators: %s: a number of days. */
			_n( 'We erase your e-mail address %s day after the event.', 'We erase your e-mail address %s days after the event.', $days, 'largesse' ),
			Number::text( $days )
		) . ' ' . sprintf(
			/* translators: %s: a number of months. */
			_n( 'We erase your name and your message %s month after it.', 'We erase your name and your message %s months after it.', $months, 'largesse' ),
			Number::text( $months )
		) . ' ' . __( 'If the registry has no date, or you give something later, the period begins with your gift.', 'largesse' );
	}
}
