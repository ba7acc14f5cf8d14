<?php
declare( strict_types=1 );

namespace LargessePlayground;

use Largesse\Service\BrokenRule;

/**
 * A field that breaks a rule.
 */
final class Problem {

	/** @param string $advice Text to append to the text of the rule. */
	public function __construct(
		public readonly string $field,
		public readonly BrokenRule $rule,
		private readonly string $advice = ''
	) {}

	/** Returns the name of the field, the text of the rule, and the advice. */
	public function text(): string {
		return "{$this->field}: {$this->rule->text()}{$this->advice}";
	}

	/**
	 * Returns the problem as an entry of `errors`.
	 *
	 * @return array{field: string, rule: string, limit: int|string|list<string>|null}
	 */
	public function entry(): array {
		return array(
			'field' => $this->field,
			'rule'  => $this->rule->name,
			'limit' => $this->rule->limit,
		);
	}
}
