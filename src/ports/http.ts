/**
 * What the routing service and the chains' endpoints are asked with: the part of `fetch` that is
 * used, which `fetch` itself can stand in for.
 */
export type HttpCall = (url: string | URL, request?: HttpRequest) => Promise<HttpResponse>;

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /**
   * No redirect is ever followed: it is an error, or an answer like any other. Default of this
   * port: `manual`.
   */
  redirect?: 'error' | 'manual';
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Whether the status is 200 to 299. */
  ok: boolean;
  headers: { get(name: string): string | null };
  /** Decoded. Has to be read to its end or cancelled: its connection is free then. */
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}
