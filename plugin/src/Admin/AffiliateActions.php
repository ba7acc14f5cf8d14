<?php
/**
 * What is done on the screen of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Closure;
use WP_Error;

/**
 * Does what a request to the screen asks for, before anything is shown, and keeps what came of it for those who show.
 */
final class AffiliateActions {

	/**
	 * Shows the form that was asked for; without one the list is shown.
	 *
	 * @var Closure(): void|null
	 */
	public ?Closure $form = null;

	/**
	 * Title of the form.
	 *
	 * @var string
	 */
	public string $form_title = '';

	/**
	 * What became of changes, where not everything went well.
	 *
	 * @var AffiliateResult|WP_Error|null
	 */
	public AffiliateResult|WP_Error|null $outcome = null;

	/**
	 * What else is to be said.
	 *
	 * @var string
	 */
	public string $remark = '';

	/**
	 * Items that stay chosen in the list, as keys.
	 *
	 * @var array<int, mixed>
	 */
	public array $chosen = array();

	/**
	 * Keeps what it works with.
	 *
	 * @param AffiliateItems      $items      Finds and changes items.
	 * @param AffiliateQuery      $query      The list that is looked at.
	 * @param AffiliateRegistries $registries Knows the registries of items.
	 */
	public function __construct(
		private readonly AffiliateItems $items,
		private readonly AffiliateQuery $query,
		private readonly AffiliateRegistries $registries
	) {}

	/**
	 * Does what the request asks for; it may lead elsewhere.
	 */
	public function run(): void {
		$method = isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) : '';
		if ( 'POST' === $method ) {
			$this->act();
		} elseif ( isset( $_GET['action'] ) && is_string( $_GET['action'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only shows a form.
			$this->open_form( sanitize_key( $_GET['action'] ), self::chosen( $_GET ) ); // phpcs:ignore WordPress.Security -- Likewise.
		}
	}

	/**
	 * Acts on a form that was sent.
	 */
	private function act(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- The buttons only say which nonce is checked, which comes first.
		if ( isset( $_POST[ AffiliateForm::SAVE ] ) ) {
			check_admin_referer( AffiliateForm::SAVE );
			$this->save( AffiliateForm::sent() );
		} elseif ( isset( $_POST[ AffiliateForm::REMOVE ] ) ) {
			check_admin_referer( AffiliateForm::REMOVE );
			$nothing = array(
				'affiliate_url'    => null,
				'affiliate_status' => null,
			);
			$this->change( array_fill_keys( self::chosen( $_POST ), $nothing ) );
		} else {
			check_admin_referer( 'bulk-affiliate-links' );
			$this->act_on_chosen( self::bulk_action(), self::chosen( $_POST ) );
		}
		// phpcs:enable
	}

	/**
	 * Does what was asked for the chosen items of the list. Without an action the page number was changed.
	 *
	 * @param string    $action What to do.
	 * @param list<int> $ids    Ids of the items.
	 */
	private function act_on_chosen( string $action, array $ids ): void {
		if ( '' === $action ) {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Checked by the caller.
			self::go( $this->query->url( array( 'paged' => absint( $_POST['paged'] ?? 1 ) ) ) );
		}
		$status = str_starts_with( $action, 'status-' ) ? substr( $action, strlen( 'status-' ) ) : null;
		if ( array() === $ids ) {
			$this->remark = __( 'Choose at least one item first.', 'largesse' );
		} elseif ( null === $status ) {
			$this->open_form( $action, $ids );
		} elseif ( AffiliateStatus::is( $status ) ) {
			$this->change( array_fill_keys( $ids, array( 'affiliate_status' => AffiliateStatus::value( $status ) ) ) );
		}
	}

	/**
	 * Opens a form for items.
	 *
	 * @param string    $action "edit" or "remove".
	 * @param list<int> $ids    Ids of the items.
	 */
	private function open_form( string $action, array $ids ): void {
		if ( ! in_array( $action, array( 'edit', 'remove' ), true ) ) {
			return;
		}
		$items = $this->items->of( $ids );
		if ( is_wp_error( $items ) ) {
			$this->outcome = $items;
			return;
		}
		if ( count( $items ) < count( $ids ) ) {
			$this->remark = _n( 'The item is no longer there.', 'Some of the items are no longer there.', count( $ids ), 'largesse' );
		}
		if ( $items && 'edit' === $action ) {
			$this->open_edit_form( $items );
		} elseif ( $items ) {
			$this->form_title = __( 'Remove affiliate links', 'largesse' );
			$this->form       = ( new AffiliateForm( $items, $this->query, $this->registries ) )->removal( ... );
		}
	}

	/**
	 * Opens the form with the links of items.
	 *
	 * @param array<int, array<string, mixed>>       $items      The items, by id.
	 * @param array<int, array<string, string|null>> $typed      What was typed, by id.
	 * @param array<int, string>                     $complaints What was wrong with it, by id.
	 */
	private function open_edit_form( array $items, array $typed = array(), array $complaints = array() ): void {
		$form             = new AffiliateForm( $items, $this->query, $this->registries );
		$this->form_title = _n( 'Edit affiliate link', 'Edit affiliate links', count( $items ), 'largesse' );
		$this->form       = static fn () => $form->edit( $typed, $complaints );
	}

	/**
	 * Saves what was typed. What fails comes back into the form as it was typed.
	 *
	 * @param array<int, array{typed: array<string, string|null>, was: array<string, string|null>}> $sent What the form holds, by the id of the item.
	 */
	private function save( array $sent ): void {
		$this->change( array_filter( array_map( static fn ( array $line ) => array_diff_assoc( $line['typed'], $line['was'] ), $sent ) ) );
		$typed = array_map( static fn ( array $line ) => $line['typed'], $sent );
		if ( $this->outcome instanceof AffiliateResult ) {
			$failed = array_intersect_key( $this->outcome->items, $this->outcome->complaints );
			if ( $failed ) {
				$this->open_edit_form( $failed, $typed, $this->outcome->complaints );
			}
		} elseif ( $this->outcome instanceof WP_Error ) {
			$this->open_edit_form( self::unread( $sent ), $typed );
		}
	}

	/**
	 * Changes items. Where all went well the list is shown anew, so that loading it again changes nothing.
	 *
	 * @param array<int, array<string, string|null>> $wanted The fields by the id of the item.
	 */
	private function change( array $wanted ): void {
		$result = $this->items->change( $wanted );
		if ( $result instanceof AffiliateResult && ! $result->complaints ) {
			self::go( $this->query->url( array( 'updated' => count( $result->changed ) ) ) );
		}
		$this->outcome = $result;
		$this->chosen  = $result instanceof AffiliateResult ? $result->complaints : $wanted;
	}

	/**
	 * What the form shows of items that could not even be read.
	 *
	 * @param array<int, array{was: array<string, string|null>}> $sent What the form holds, by the id of the item.
	 * @return array<int, array<string, mixed>>
	 */
	private static function unread( array $sent ): array {
		$items = array();
		foreach ( $sent as $id => $line ) {
			$items[ $id ] = $line['was'] + array(
				'id'   => $id,
				/* translators: %d: id of an item. */
				'name' => sprintf( __( 'Item %d', 'largesse' ), $id ),
			);
		}
		return $items;
	}

	/**
	 * The action that was chosen above or, without scripts, below the list.
	 */
	private static function bulk_action(): string {
		foreach ( array( 'action', 'action2' ) as $name ) {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Checked by the caller.
			$action = isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? sanitize_key( $_POST[ $name ] ) : '-1';
			if ( '-1' !== $action ) {
				return $action;
			}
		}
		return '';
	}

	/**
	 * The ids of chosen items, no more than a page of the list can have.
	 *
	 * @param array<string, mixed> $input Parameters of the request.
	 * @return list<int>
	 */
	private static function chosen( array $input ): array {
		$ids = array_filter( array_map( 'absint', array_filter( (array) ( $input['item'] ?? array() ), 'is_string' ) ) );
		return array_slice( array_values( array_unique( $ids ) ), 0, AffiliateScreen::MAX_PER_PAGE );
	}

	/**
	 * Leads elsewhere.
	 *
	 * @param string $url Where to.
	 * @return never
	 */
	private static function go( string $url ): void {
		wp_safe_redirect( $url );
		exit;
	}
}
