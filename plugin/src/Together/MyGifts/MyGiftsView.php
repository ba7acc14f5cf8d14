<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Closure;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Promises\Giving\GiftState;
use Largesse\Promises\Giving\Giver;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Promises\Giving\ShopLinks;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Wish;

/**
 * Shows promises by person and day: first those for coming days, then those without a day, then past ones by year. If
 * the giver may no longer open a list, it shows only the promises.
 */
final class MyGiftsView {

	/**
	 * @param list<array<string, mixed>> $promises As GiverPromises returns them.
	 * @param Closure(string, array<string, string>=): array<string, string> $hidden Returns the hidden fields of a button.
	 */
	public function __construct(
		private readonly Giver $giver,
		private readonly array $promises,
		private readonly Closure $hidden
	) {}

	/** @param string $told Result of the last action; may be empty. @param string $problem Why it was refused; may be empty. */
	public function html( string $told, string $problem ): string {
		$lists  = $this->lists();
		$today  = (string) wp_date( 'Y-m-d' );
		$coming = array_filter( $lists, static fn ( array $list ): bool => '' === $list['day'] || $list['day'] >= $today );
		$past   = array_diff_key( $lists, $coming );
		// Lists without a day follow those with one.
		usort(
			$coming,
			static fn ( array $one, array $other ): int => array( '' === $one['day'], $one['day'] ) <=> array(
				'' === $other['day'],
				$other['day'],
			)
		);
		usort( $past, static fn ( array $one, array $other ): int => $other['day'] <=> $one['day'] );
		$shown      = array_column( array_merge( ...array_column( $past, 'gifts' ) ), 'id' );
		$remembered = $this->giver->user > 0 ? RememberedGifts::of( $this->giver->user ) : null;
		return Template::render(
			'my-gifts/page',
			array(
				'told'       => $told,
				'problem'    => $problem,
				'email'      => $this->giver->email,
				'action'     => home_url( '/' ),
				'coming'     => array_map( fn ( array $list ): array => $this->rendered( $list ), $coming ),
				'past'       => array_map( fn ( array $list ): array => $this->rendered( $list ), $past ),
				// Past gifts that the service still has are above.
				'remembered' => null === $remembered
					? array()
					: self::by_year( array_diff_key( $remembered->gifts, array_flip( $shown ) ), $this->hidden ),
				'remember'   => null === $remembered ? null : array(
					'is_on'  => $remembered->is_on,
					'hidden' => ( $this->hidden )( $remembered->is_on ? MyGiftsPage::FORGET : MyGiftsPage::REMEMBER ),
				),
				'links'      => $this->giver->user > 0 ? array( OwnerPage::url() => __( 'My registries', 'largesse' ) ) : array(),
			)
		);
	}

	/** @return array<int, array{list: OpenedList|null, day: string, gifts: list<array<string, mixed>>}> Promises by the id of their list. */
	private function lists(): array {
		$lists = array();
		foreach ( $this->promises as $promise ) {
			$id   = (int) $promise['registry_id'];
			$list = $lists[ $id ]['list'] ?? $promise['list'];

			$lists[ $id ]['list']    = $list;
			$lists[ $id ]['day']     = null === $list ? '' : (string) get_post_meta( $id, RegistryMeta::EVENT_DATE, true );
			$lists[ $id ]['gifts'][] = $promise;
		}
		return $lists;
	}

	private function rendered( array $list ): array {
		$registry = $list['list']?->registry;
		$id       = (int) $list['gifts'][0]['registry_id'];
		return array(
			'title' => match ( true ) {
				null !== $registry                    => Registries::title( $registry ),
				null !== Registries::with_id( $id ) => __( 'You cannot open the registry at the moment.', 'largesse' ),
				default                               => __( 'A list that no longer exists', 'largesse' ),
			},
			'url'   => null !== $registry && null !== OpenedList::of_visitor( $registry )
				? (string) get_permalink( $registry )
				: '',
			'when'  => Occasion::date( $list['day'] ),
			'gifts' => array_map( fn ( array $promise ): array => $this->card( $promise, null !== $registry ), $list['gifts'] ),
		);
	}

	private function card( array $promise, bool $is_open ): array {
		$item    = $promise['item'] ?? null;
		$is_gift = GiverPromises::GIFT === $promise['kind'];
		$id      = array( MyGiftsPage::ID => $promise['id'] );

		list( $button, $text ) = GiftState::button( $promise['state'] ?? '' );
		return array(
			'name'    => $promise['name'],
			'picture' => null === $item ? null : Wish::picture( $item ),
			'facts'   => array_values(
				array_filter(
					array(
						null === $item ? '' : Wish::shop_name( $item ),
						null === $item ? '' : Price::of( $item ),
						...$promise['facts'],
					),
					'strlen'
				)
			),
			'changed' => $promise['changed'] ?? '',
			'badge'   => $promise['badge'],
			'shop'    => null === $item || ! $is_open || '' === ShopLinks::shop( $item )
				? ''
				: ShopLinks::url_prefix( $promise['registry_id'] ) . $promise['item_id'],
			'url'     => $promise['url'],
			'state'   => ! $is_gift ? null : array(
				'hidden' => ( $this->hidden )( $button, $id ),
				'button' => $text,
			),
			'back'    => $is_gift || isset( $promise['take_back'] ) ? ( $this->hidden )( MyGiftsPage::BACK, $id ) : null,
			'undo'    => $promise['take_back']['label'] ?? '',
		);
	}

	/**
	 * @param Closure(string, array<string, string>=): array<string, string> $hidden As for the constructor.
	 * @return array<string, list<array<string, mixed>>> Remembered gifts by year, the latest first.
	 */
	private static function by_year( array $gifts, Closure $hidden ): array {
		uasort( $gifts, static fn ( array $one, array $other ): int => $other['day'] <=> $one['day'] );
		$years = array();
		foreach ( $gifts as $id => $gift ) {
			$years[ substr( $gift['day'], 0, 4 ) ][] = array(
				'text'   => RememberedGifts::text( $gift ),
				'hidden' => $hidden( MyGiftsPage::REMOVE, array( MyGiftsPage::ID => (string) $id ) ),
			);
		}
		return $years;
	}
}
