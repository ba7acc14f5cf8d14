import type { Site } from '../wordpress/site.ts';

/** A group of data that WordPress collected for an export. */
export interface Group {
  group_id: string;
  item_id: string;
  data: { name: string; value: string }[];
}

/** Result of an erasure. */
export interface Erasure {
  items_removed: boolean;
  items_retained: boolean;
  messages: string[];
}

/** PHP that calls tools of the plugin until each is done, like WordPress, and prints their answers, or an error. */
const CALL = `$answers = array();
  foreach ( apply_filters( "wp_privacy_personal_data_$input[0]", array() ) as $key => $tool ) {
    for ( $page = 1, $done = ! str_starts_with( $key, $input[2] ); ! $done; $page++ ) {
      $answer = call_user_func( $tool['callback'], $input[1], $page );
      if ( is_wp_error( $answer ) ) {
        echo $answer->get_error_message();
        return;
      }
      $done      = $answer['done'];
      $answers[] = $answer;
    }
  }
  echo wp_json_encode( $answers );`;

async function call<T>(site: Site, kind: 'exporters' | 'erasers', email: string, tools: string): Promise<T[]> {
  const printed = await site.wordpress.run(CALL, [kind, email, tools]);
  if (!printed.startsWith('[')) throw new Error(printed);
  return JSON.parse(printed);
}

/** Exports a person's data. @param tools how the names of the exporters begin @throws the error of an exporter */
export const exportData = async (site: Site, email: string, tools = 'largesse'): Promise<Group[]> =>
  (await call<{ data: Group[] }>(site, 'exporters', email, tools)).flatMap(({ data }) => data);

/** Erases a person's data. @param tools how the names of the erasers begin */
export async function eraseData(site: Site, email: string, tools = 'largesse'): Promise<Erasure> {
  const answers = await call<Erasure>(site, 'erasers', email, tools);
  return {
    items_removed: answers.some((answer) => answer.items_removed),
    items_retained: answers.some((answer) => answer.items_retained),
    messages: answers.flatMap(({ messages }) => messages),
  };
}
