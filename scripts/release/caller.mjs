/** Calls the API with a token; anything but success is an error. Answers the body. */
export function callerOf(url, token) {
  return async (method, path, body, { type = 'application/json', headers = {}, anonymous = false } = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(!anonymous && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : body }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}

/** Repeats until the answer is as wanted. */
export async function until(ask, isWanted) {
  for (const end = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(answer)}`);
  }
}
