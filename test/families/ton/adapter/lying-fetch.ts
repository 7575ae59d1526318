/**
 * Results of a method as they are told instead of what the node says; `params` are those of the
 * question.
 */
export type Lies = Record<
  string,
  (result: unknown, params: Readonly<Record<string, unknown>>) => unknown
>;

interface Question {
  method: string;
  params: Record<string, unknown>;
}

/**
 * A connection to a node that says something else to some questions; an `ApiRefusal` is told as
 * one.
 */
export function lyingFetch(lies: Lies, fetchOnce: typeof fetch = fetch): typeof fetch {
  return async (url, init) => {
    const { method, params } = JSON.parse(String(init?.body)) as Question;
    const response = await fetchOnce(url, init);
    const lie = lies[method];
    if (!lie) return response;
    const told = (await response.json()) as { result?: unknown };
    const result = lie(told.result, params);
    return result instanceof ApiRefusal
      ? Response.json({ ok: false, error: result.message, code: 500 }, { status: 500 })
      : Response.json({ ok: true, result });
  };
}

/** What a server says instead of an answer. */
export class ApiRefusal {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
