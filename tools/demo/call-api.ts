/**
 * Sends a request to the API and returns its answer.
 * @param path path that begins with a slash
 * @throws {Error} with the API's message if the API rejects the request
 */
export async function callApi<Result>(
  apiUrl: string,
  authorization: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const answer = await fetch(apiUrl + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The API answered ${answer.status} to ${method} ${path}: ${text}`);
  const result: Result = JSON.parse(text);
  return result;
}
