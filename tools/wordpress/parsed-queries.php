<?php
/**
 * Stores the syntax tree for each kind of query of the SQLite driver. In WebAssembly, parsing takes a tenth of the time
 * of a page, and WordPress sends the same kinds of queries again and again.
 *
 * The driver's grammar sees only the kinds of tokens, not their texts. So queries with the same kinds of tokens have
 * the same tree.
 */
abstract class Largesse_Parsed_Queries extends WP_Parser {
	/** Maximum number of tokens of a stored query. */
	private const LONGEST = 400;

	/**
	 * Number of hexadecimal digits in a file's name. Three digits allow 4096 files at most, which also limits the
	 * memory that PHP needs.
	 */
	private const DIGITS = 3;

	/** @var array<string, array{kinds: string, tree: list<int>}> */
	private static array $stored = array();

	/** @return WP_Parser_Node|null */
	public function parse() {
		if ( 0 !== $this->position || count( $this->tokens ) > self::LONGEST ) {
			return parent::parse();
		}
		$kinds = implode( ' ', array_column( $this->tokens, 'id' ) );
		$name  = substr( md5( $kinds ), 0, self::DIGITS );
		$file  = __DIR__ . "/parsed-queries/$name.php";
		if ( ! isset( self::$stored[ $name ] ) && is_file( $file ) ) {
			self::$stored[ $name ] = include $file;
		}
		if ( ( self::$stored[ $name ]['kinds'] ?? null ) === $kinds ) {
			$next = 0;
			return $this->build( self::$stored[ $name ]['tree'], $next );
		}
		$parsed = parent::parse();
		if ( null !== $parsed && ! isset( self::$stored[ $name ] ) ) {
			self::$stored[ $name ] = array(
				'kinds' => $kinds,
				'tree'  => self::flatten( $parsed ),
			);
			$this->write( $file, '<?php return ' . var_export( self::$stored[ $name ], true ) . ';' );
		}
		return $parsed;
	}

	/**
	 * @return list<int> for a node: its rule, its number of children, and each child in the same form; for a token: 0
	 */
	private static function flatten( WP_Parser_Node $node ): array {
		$children = $node->get_children();
		$flat     = array( $node->rule_id, count( $children ) );
		foreach ( $children as $child ) {
			array_push( $flat, ...( $child instanceof WP_Parser_Node ? self::flatten( $child ) : array( 0 ) ) );
		}
		return $flat;
	}

	/**
	 * Rebuilds the tree from the list that `flatten` returned, with the tokens of this query.
	 *
	 * @param list<int> $tree
	 * @param int       $next index in the list
	 */
	private function build( array $tree, int &$next ): WP_Parser_Node {
		$rule = $tree[ $next++ ];
		$node = new WP_Parser_Node( $rule, $this->grammar->rule_names[ $rule ] );
		for ( $left = $tree[ $next++ ]; $left > 0; $left-- ) {
			if ( 0 !== $tree[ $next ] ) {
				$node->append_child( $this->build( $tree, $next ) );
				continue;
			}
			++$next;
			$node->append_child( $this->tokens[ $this->position++ ] );
		}
		return $node;
	}

	/** Writes a file that other processes may include at the same time. */
	private function write( string $file, string $code ): void {
		$own = $file . '.' . getmypid();
		if ( ! is_dir( dirname( $file ) ) ) {
			mkdir( dirname( $file ) );
		}
		file_put_contents( $own, $code );
		rename( $own, $file );
	}
}
