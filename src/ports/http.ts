/** The HTTP client for the routing service and chain endpoints. `fetch` satisfies it. */
export type HttpCall = (url: string | URL, request?: HttpRequest) => Promise<HttpResponse>;

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /**
   * Redirects are never followed: a redirect is an error, or returned as the response. Default of
   * this port: `manual`.
   */
  redirect?: 'error' | 'manual';
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Whether the status is 200 to 299. */
  ok: boolean;
  headers: { get(name: string): string | null };
  /** Decoded. Read it to its end or cancel it; only then is its connection free. */
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}
