/**
 * Error codes for "too many requests": EIP-1474's (on Solana: a node that is catching up), and the
 * HTTP status, which some nodes use as the code.
 */
const codes: readonly unknown[] = [-32005, 429];

/**
 * What providers write under codes of their own, which mean something else elsewhere (-32007 is a
 * skipped slot of Solana). `test/families/quirks` has the threads that report them.
 */
const texts =
  /rate.?limit|too many requests|request (limit|count)( reached| exceeded)|requests per second|compute units per second|capacity limit exceeded|credits limited|frequency limit|lack of computing resources|lite_server_(network|notready)|no working liteservers|server_?busy/i;

/**
 * Whether a refusal is about the endpoint and not about what it was asked: it limits requests, or
 * its own node is busy. Such an answer may come with HTTP status 200.
 */
export function isOverload({ code, text }: { code?: unknown; text: string }): boolean {
  return codes.includes(code) || texts.test(text);
}
