import type { HttpResponse } from '../../../ports/http.ts';

/** Maximum size of an answer: a full batch of receipts is a few megabytes. */
const maximumBytes = 33_554_432;

/** The body as text. Throws if it is larger than any valid answer. */
export async function readBounded(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new Error(`the answer is over ${maximumBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
