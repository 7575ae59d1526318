/** What the control server can do to the router. */
export interface RouterFaults {
  /** Answer so many of the next requests with this HTTP status instead of serving them. */
  failNext(count: number, httpStatus: number): void;
  /** Let every request wait so long before it is served, until this is set to zero again. */
  setDelay(milliseconds: number): void;
  /** To be asked once for each request. */
  onRequest(): { readonly delayMs: number; readonly failWith: number | undefined };
}

export function createRouterFaults(): RouterFaults {
  let remaining = 0;
  let status = 503;
  let delayMs = 0;
  return {
    failNext(count, httpStatus) {
      remaining = count;
      status = httpStatus;
    },
    setDelay(milliseconds) {
      delayMs = milliseconds;
    },
    onRequest() {
      const failWith = remaining > 0 ? status : undefined;
      if (remaining > 0) remaining--;
      return { delayMs, failWith };
    },
  };
}
