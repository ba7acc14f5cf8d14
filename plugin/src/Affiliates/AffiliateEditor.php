<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Http\Request;
use Largesse\Screens\Cell;
use Largesse\Service\FieldRules;
use WP_Error;

/**
 * Changes the affiliate links of one or many items. Handles the screen's requests before any output, because some
 * requests end with a redirect. Also returns the data of the forms.
 */
final class AffiliateEditor {

	/** Nonce actions of the two forms. Each action is also the name of the form's button. */
	private const SAVE   = 'largesse-save-affiliate-links';
	private const REMOVE = 'largesse-remove-affiliate-links';

	/** Name of the form fields that contain links and statuses. */
	private const FIELDS = 'largesse_links';

	/** Title of the open form; empty if the list is shown. */
	public string $title = '';

	/** Error of the service while reading the items. After such an error, no item is changed. */
	public ?WP_Error $error = null;

	/**
	 * Results of the request. Each entry is data for the template `affiliates/notice`.
	 *
	 * @var list<array<string, mixed>>
	 */
	public array $notices = array();

	/**
	 * Items that stay selected in the list. The keys are the ids of the items.
	 *
	 * @var array<int, mixed>
	 */
	public array $chosen = array();

	/**
	 * Items of the form. The keys are ids.
	 *
	 * @var array<int, array<string, mixed>>
	 */
	private array $form_items = array();

	/**
	 * Typed values by item id. The form shows the typed values instead of the saved values.
	 *
	 * @var array<int, array<string, string|null>>
	 */
	private array $typed = array();

	/**
	 * Errors of the typed values. The keys are ids of items.
	 *
	 * @var array<int, string>
	 */
	private array $problems = array();

	private bool $is_removal = false;

	public function __construct(
		private readonly AffiliateItems $items,
		private readonly AffiliateQuery $query
	) {}

	/** Handles the request; may redirect. */
	public function handle_request(): void {
		// phpcs:disable WordPress.Security -- Opening a form needs no nonce; a change checks its own first.
		if ( ! Request::is_post() ) {
			if ( is_string( $_GET['action'] ?? null ) ) {
				$this->open_form( sanitize_key( $_GET['action'] ), self::ids( $_GET ) );
			}
		} elseif ( isset( $_POST[ self::SAVE ] ) ) {
			check_admin_referer( self::SAVE );
			$this->save( self::parse_form( wp_unslash( $_POST[ self::FIELDS ] ?? array() ) ) );
		} elseif ( isset( $_POST[ self::REMOVE ] ) ) {
			check_admin_referer( self::REMOVE );
			$this->change( array_fill_keys( self::ids( $_POST ), self::fields( '', AffiliateStatus::UNSET ) ) );
		} else {
			check_admin_referer( 'bulk-affiliate-links' );
			$this->run_bulk_action( self::bulk_action(), self::ids( $_POST ) );
		}
		// phpcs:enable
	}

	/**
	 * Returns the variables of the template `affiliates/form` for the form that is open.
	 *
	 * @return array<string, mixed>
	 */
	public function form(): array {
		_prime_post_caches( array_values( array_unique( array_column( $this->form_items, 'registry_id' ) ) ), false, false );
		return array(
			'url'        => $this->query->url(),
			'is_removal' => $this->is_removal,
			'action'     => $this->is_removal ? self::REMOVE : self::SAVE,
			'label'      => $this->is_removal ? _n( 'Remove link', 'Remove links', count( $this->form_items ), 'largesse' ) : __( 'Save', 'largesse' ),
			'lines'      => array_map( $this->form_row( ... ), array_values( $this->form_items ) ),
		);
	}

	/**
	 * Runs a bulk action on the selected items of the list. The list's page number field submits the same form, but
	 * without an action. This method then redirects to the page with this number.
	 *
	 * @param list<int> $ids Ids of the items.
	 */
	private function run_bulk_action( string $action, array $ids ): void {
		if ( '' === $action ) {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing -- Checked by the caller.
			self::redirect( $this->query->url( array( 'paged' => absint( $_POST['paged'] ?? 1 ) ) ) );
		}
		$status = str_starts_with( $action, 'status-' ) ? substr( $action, strlen( 'status-' ) ) : null;
		if ( array() === $ids ) {
			$this->notify( 'warning', __( 'Choose at least one item first.', 'largesse' ) );
		} elseif ( null === $status ) {
			$this->open_form( $action, $ids );
		} elseif ( AffiliateStatus::is( $status ) ) {
			$this->change( array_fill_keys( $ids, array( 'affiliate_status' => AffiliateStatus::value( $status ) ) ) );
		}
	}

	/**
	 * Opens a form for items.
	 *
	 * @param string    $action "edit" or "remove"; any other action opens no form.
	 * @param list<int> $ids    Ids of the items.
	 */
	private function open_form( string $action, array $ids ): void {
		if ( ! in_array( $action, array( 'edit', 'remove' ), true ) ) {
			return;
		}
		$items = $this->items->find( $ids );
		if ( is_wp_error( $items ) ) {
			$this->error = $items;
			return;
		}
		if ( count( $items ) < count( $ids ) ) {
			$this->notify( 'warning', _n( 'The item is no longer there.', 'Some of the items are no longer there.', count( $ids ), 'largesse' ) );
		}
		$this->open_form_for( $items );
		if ( $items && 'remove' === $action ) {
			$this->is_removal = true;
			$this->title      = __( 'Remove affiliate links', 'largesse' );
		}
	}

	/**
	 * Opens the form that edits the links of items. Without items, shows the list instead.
	 *
	 * @param array<int, array<string, mixed>> $items The items, by id.
	 */
	private function open_form_for( array $items ): void {
		$this->form_items = $items;
		$this->title      = $items ? _n( 'Edit affiliate link', 'Edit affiliate links', count( $items ), 'largesse' ) : '';
	}

	/**
	 * Saves the typed values. Values that could not be saved are shown in the form again.
	 *
	 * @param array<int, array{typed: array<string, string|null>, was: array<string, string|null>}> $sent Content of the form, by the id of the item.
	 */
	private function save( array $sent ): void {
		$this->typed = array_map( static fn ( array $line ) => $line['typed'], $sent );
		$items       = $this->change( array_filter( array_map( static fn ( array $line ) => array_diff_assoc( $line['typed'], $line['was'] ), $sent ) ) );
		if ( null !== $items ) {
			$this->open_form_for( array_intersect_key( $items, $this->problems ) );
			return;
		}
		// The service could not read the items. So the previous values come from the submitted form.
		foreach ( $sent as $id => $line ) {
			$sent[ $id ] = $line['was'] + array(
				'id'   => $id,
				'name' => self::name( $id, array() ),
			);
		}
		$this->open_form_for( $sent );
	}

	/**
	 * Changes items. If all changes succeed, redirects to the list, so that reloading the page changes nothing.
	 *
	 * @param array<int, array<string, string|null>> $changes Changed fields, by the id of the item.
	 * @return array<int, array<string, mixed>>|null The previous items by id; null if no change was attempted.
	 */
	private function change( array $changes ): ?array {
		$result = $this->items->change( $changes );
		if ( is_wp_error( $result ) ) {
			$this->error  = $result;
			$this->chosen = $changes;
			return null;
		}
		list( 'items' => $items, 'changed' => $changed, 'problems' => $problems ) = $result;
		if ( ! $problems ) {
			self::redirect( $this->query->url( array( 'updated' => count( $changed ) ) ) );
		}
		$this->chosen   = $problems;
		$this->problems = $problems;
		if ( $changed ) {
			/* translators: %s: a number of items. */
			$text = sprintf( _n( '%s item changed:', '%s items changed:', count( $changed ), 'largesse' ), number_format_i18n( count( $changed ) ) );
			$this->notify( 'success', $text, array_map( static fn ( int $id ) => array( self::name( $id, $items ), '' ), $changed ) );
		}
		/* translators: %s: a number of items. */
		$text = sprintf( _n( '%s item was not changed:', '%s items were not changed:', count( $problems ), 'largesse' ), number_format_i18n( count( $problems ) ) );
		$this->notify( 'error', $text, array_map( static fn ( int $id ) => array( self::name( $id, $items ), ': ' . $problems[ $id ] ), array_keys( $problems ) ) );
		return $items;
	}

	/**
	 * Adds a notice above the list or the form.
	 *
	 * @param string                       $kind  "success", "warning" or "error".
	 * @param list<array{string, string}> $lines Names of items, each with its message; plain text.
	 */
	private function notify( string $kind, string $text, array $lines = array() ): void {
		$this->notices[] = array(
			'kind'  => $kind,
			'text'  => $text,
			'lines' => $lines,
		);
	}

	/**
	 * Returns the data of an item in the form. The form submits both the typed and the previous values. So unchanged
	 * lines are not saved, and never overwrite later changes by someone else.
	 *
	 * @param array<string, mixed> $item The item.
	 * @return array<string, mixed>
	 */
	private function form_row( array $item ): array {
		$id    = (int) $item['id'];
		$shown = ( $this->typed[ $id ] ?? array() ) + $item;
		return array(
			'id'         => $id,
			'name'       => $item['name'],
			'about'      => isset( $item['registry_id'] ) ? array( Cell::registry( $item['registry_id'] ), Cell::shop( $item ) ) : array(),
			'address'    => Cell::address( $item['affiliate_url'] ),
			'fields'     => self::FIELDS . "[{$id}]",
			'url'        => (string) $shown['affiliate_url'],
			'url_was'    => (string) $item['affiliate_url'],
			'status'     => AffiliateStatus::of( $shown ),
			'status_was' => AffiliateStatus::of( $item ),
			'problem'    => $this->problems[ $id ] ?? '',
		);
	}

	/**
	 * Returns the name of an item. For a deleted item, returns a text with the item's id.
	 *
	 * @param array<int, array<string, mixed>> $items Items by id.
	 */
	private static function name( int $id, array $items ): string {
		/* translators: %d: id of an item. */
		return $items[ $id ]['name'] ?? sprintf( __( 'Item %d', 'largesse' ), $id );
	}

	/**
	 * Parses a form. Returns the typed and the previous fields of each item, by item id. Links are not sanitized,
	 * because sanitizing would destroy encoded characters.
	 *
	 * @param mixed $form Submitted data, without slashes.
	 * @return array<int, array{typed: array<string, string|null>, was: array<string, string|null>}>
	 */
	private static function parse_form( mixed $form ): array {
		$lines = array();
		foreach ( is_array( $form ) ? $form : array() as $id => $line ) {
			$line  = is_array( $line ) ? $line : array();
			$typed = self::fields( $line['url'] ?? null, $line['status'] ?? null );
			$was   = self::fields( $line['url_was'] ?? null, $line['status_was'] ?? null );
			if ( is_int( $id ) && $id > 0 && $typed && $was ) {
				$lines[ $id ] = array(
					'typed' => $typed,
					'was'   => $was,
				);
			}
		}
		return $lines;
	}

	/**
	 * Returns the two fields in the API's format; null if they are invalid.
	 *
	 * @return array<string, string|null>|null
	 */
	private static function fields( mixed $url, mixed $status ): ?array {
		if ( ! is_string( $url ) || ! AffiliateStatus::is( $status ) ) {
			return null;
		}
		$text = FieldRules::trim( $url );
		return array(
			'affiliate_url'    => '' === $text ? null : $text,
			'affiliate_status' => AffiliateStatus::value( $status ),
		);
	}

	/** Returns the bulk action that the user chose above or below the list; empty if the user chose no action. */
	private static function bulk_action(): string {
		foreach ( array( 'action', 'action2' ) as $name ) {
			$action = sanitize_key( Request::field( $name ) );
			if ( ! in_array( $action, array( '', '-1' ), true ) ) {
				return $action;
			}
		}
		return '';
	}

	/**
	 * Returns the ids of selected items, but at most MAX_PER_PAGE ids.
	 *
	 * @param array<string, mixed> $input Parameters of the request.
	 * @return list<int>
	 */
	private static function ids( array $input ): array {
		$ids = array_filter( array_map( 'absint', array_filter( (array) ( $input['item'] ?? array() ), 'is_string' ) ) );
		return array_slice( array_values( array_unique( $ids ) ), 0, AffiliateQuery::MAX_PER_PAGE );
	}

	private static function redirect( string $url ): never {
		wp_safe_redirect( $url );
		exit;
	}
}
