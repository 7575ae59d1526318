import type { HttpCall, HttpResponse } from '../ports/http.ts';
import type { PricedToken, PriceSource, PriceSourceSettings } from '../ports/prices.ts';
import { parseOneMeaning, readTime, readUsd } from './read-json-price.ts';
import { UnusablePrice } from './unusable-price.ts';

type JsonSettings = Extract<PriceSourceSettings, { kind: 'json' }>;

const timeoutMs = 3_000;
/** Decoded bytes. A price needs a few; some services answer with a whole listing. */
const maxBytes = 262_144;

/** A JSON endpoint. Follows no redirect, and reads a bounded answer in a bounded time. */
export function jsonSource(settings: JsonSettings, fetch: HttpCall): PriceSource {
  const { pointer, timePointer, headers } = settings;
  return {
    name: `json ${new URL(settings.url.replaceAll(/[{}]/g, '')).host}`,
    async read(token) {
      const url = fill(settings.url, token);
      const signal = AbortSignal.timeout(timeoutMs);
      const value = parseOneMeaning(await readText(url, { fetch, headers, signal }));
      return {
        usdE18: readUsd(value, pointer),
        ...(timePointer === undefined ? {} : { at: readTime(value, timePointer) }),
      };
    },
  };
}

function fill(template: string, { chain, token, symbol }: PricedToken): string {
  const values: Record<string, string> = { chain, token, symbol };
  return template.replaceAll(/\{(chain|token|symbol)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

async function readText(
  url: string,
  request: { fetch: HttpCall; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<string> {
  const { fetch, headers, signal } = request;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new UnusablePrice(`the endpoint answered HTTP ${response.status}`);
    }
    return await textOf(response);
  } catch (cause) {
    if (cause instanceof UnusablePrice) throw cause;
    throw new UnusablePrice('the endpoint did not answer in time', { cause });
  }
}

async function textOf({ body }: HttpResponse): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, bytes] = ['', 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      await body?.cancel();
      throw new UnusablePrice(`the endpoint sent more than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
