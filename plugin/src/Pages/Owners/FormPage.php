<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Registries;
use WP_Post;

/**
 * A page of a feature on My registries, with forms that need no scripts. After an accepted form, the browser loads the
 * page again. A refused form is shown again, with everything that the user has typed.
 *
 * @template TSubject
 * @extends Form<TSubject>
 */
abstract class FormPage extends Form {

	/** Parameter of the address that requests the page. */
	protected const PARAMETER = '';

	/** Values of the parameter: the page, and the page after a change. */
	protected const EDIT  = 'edit';
	protected const SAVED = 'saved';

	/**
	 * Returns the subject of the forms; null if the user may not open the page. My registries then shows its usual
	 * content. `$registry` is the registry in the address, which the user may read; null for none.
	 *
	 * @return TSubject|null
	 */
	abstract protected function subject_of( ?WP_Post $registry ): mixed;

	abstract protected function show( ?WP_Post $registry ): void;

	protected function subject( Submission $sent ): mixed {
		return is_user_logged_in() && OwnerPage::is_shown() && '' !== static::requested()
			? $this->subject_of( Registries::from_request() )
			: null;
	}

	protected function proof( mixed $subject, string $button ): Proof {
		return Proof::nonce( static::FIELD );
	}

	protected function next( mixed $subject, string $button ): string {
		return static::url( Registries::from_request()?->ID, self::SAVED );
	}

	/** Returns the HTML of this page if the address requests it; otherwise `$html`. */
	public function choose_page( ?string $html, ?WP_Post $registry ): ?string {
		if ( '' === static::requested() || null === $this->subject_of( $registry ) ) {
			return $html;
		}
		ob_start();
		$this->show( $registry );
		return (string) ob_get_clean();
	}

	/**
	 * Prints a link to the page among the settings of a registry.
	 *
	 * @param string ...$texts Explanation, and further texts.
	 */
	protected static function print_setting( ?int $registry_id, string $heading, string $link, string ...$texts ): void {
		Template::print(
			'owners/setting',
			compact( 'heading', 'texts' ) + array( 'links' => array( static::url( $registry_id ) => $link ) )
		);
	}

	/** Returns the value of the page's parameter; '' for another page. */
	protected static function requested(): string {
		return Request::parameter( static::PARAMETER );
	}

	protected function is_saved(): bool {
		return null === $this->refused && self::SAVED === static::requested();
	}

	protected static function url( ?int $registry_id = null, string $what = self::EDIT ): string {
		return add_query_arg( static::PARAMETER, $what, OwnerPage::url( $registry_id ) );
	}
}
