<?php
declare( strict_types=1 );

namespace LargessePlayground;

use Exception;
use Largesse\Service\BrokenRule;
use Largesse\Service\Rules;

/**
 * Thrown to refuse a request to the stand-in, which replaces the service (rules: Errors).
 */
final class Refusal extends Exception {

	private const TITLES = array(
		400 => 'Bad Request',
		404 => 'Not Found',
		409 => 'Conflict',
		412 => 'Precondition Failed',
		422 => 'Unprocessable Entity',
	);

	/**
	 * @param list<Problem>         $problems Broken rules.
	 * @param array<string, string> $headers  Additional headers of the answer.
	 */
	public function __construct(
		public readonly int $status,
		public readonly string $detail,
		public readonly array $problems = array(),
		public readonly array $headers = array()
	) {
		parent::__construct( $detail );
	}

	/**
	 * Returns a refusal with the status 422 for broken rules.
	 *
	 * @param Problem ...$problems Broken rules, at least one.
	 */
	public static function of_fields( Problem ...$problems ): self {
		$texts = array_map( static fn ( Problem $problem ): string => $problem->text(), $problems );
		return new self( 422, implode( '; ', $texts ), array_values( $problems ) );
	}

	/** Returns a refusal whose detail is the text of one rule. */
	public static function of_rule( int $status, string $field, string $rule, int|float|null $limit = null ): self {
		$headers = 'quantity' === $field ? array( 'quantity-remaining' => (string) $limit ) : array();
		return new self( $status, Rules::RULES[ $rule ], array( new Problem( $field, new BrokenRule( $rule, $limit ) ) ), $headers );
	}

	/**
	 * Returns the body of the answer.
	 *
	 * @param bool $as_problem Whether the request asks for problem details (rules: Problem details).
	 * @return array<string, mixed>
	 */
	public function body( bool $as_problem ): array {
		$errors = array_map( static fn ( Problem $problem ): array => $problem->entry(), $this->problems );
		return ! $as_problem ? array( 'detail' => $this->detail ) : array(
			'type'   => 'about:blank',
			'title'  => self::TITLES[ $this->status ],
			'status' => $this->status,
			'detail' => $this->detail,
			'errors' => $errors,
		);
	}
}
