interface Message {
  id: number;
  method: string;
  params: unknown[];
  result?: unknown;
}

/** A `fetch` that changes the results of one JSON-RPC method. */
export function rewritingFetch(
  method: string,
  rewrite: (result: unknown, params: unknown[]) => unknown,
): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const asked = [JSON.parse(`${init?.body}`)].flat() as Message[];
    const concerned = new Map(
      asked.filter((one) => one.method === method).map(({ id, params }) => [id, params] as const),
    );
    const body = (await response.json()) as Message | Message[];
    const change = (answer: Message): Message => {
      const params = concerned.get(answer.id);
      return params ? { ...answer, result: rewrite(answer.result, params) } : answer;
    };
    return Response.json(Array.isArray(body) ? body.map(change) : change(body));
  };
}
