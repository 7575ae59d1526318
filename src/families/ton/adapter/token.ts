import { createHash } from 'node:crypto';
import { type Cell, Dictionary } from '@ton/core';
import { isNativeToken } from '../../../core/swap/chains.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import type { TonChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { requireMinter, unknownToken } from './jettons.ts';
import { runGetMethod } from './run-get-method.ts';

/** TEP-64: the content is an on-chain dictionary, not a URL. */
const onChain = 0;
/** The text is in a chain of cells. */
const snakeFormat = 0;
/** TEP-64: for a jetton whose metadata is all on-chain and has no decimals. */
const defaultDecimals = 9;
const maxDecimals = 255;

/**
 * A jetton's facts from its minter's on-chain content (TEP-64). Refuses a jetton whose decimals are
 * or may be off-chain: the web server could change them, and so the value of an amount, between two
 * swaps. toncenter's `getTokenData` is not used, because it reads such pages without saying so.
 * Throws `UNKNOWN_TOKEN`.
 */
export async function readToken(
  endpoint: Endpoint,
  chain: TonChain,
  text: string,
): Promise<TokenFacts> {
  if (isNativeToken(chain, text)) return chain.nativeToken;
  const address = requireMinter(chain, text);
  const answer = await runGetMethod(endpoint, address, 'get_jetton_data');
  const content = answer.stack[3];
  if (answer.exit_code !== 0 || content?.kind !== 'cell') throw unknownToken(chain, address);
  const properties = readContent(content.cell);
  const decimals = properties && decimalsOf(properties);
  if (!properties || decimals === undefined) {
    throw unknownToken(chain, address, 'its decimals are not in its on-chain metadata');
  }
  return { address, symbol: symbolOf(address, properties), decimals };
}

/** Finds a property by name. `text` is `undefined` if its format is not supported. */
type Properties = (name: string) => { text: string | undefined } | undefined;

function readContent(content: Cell): Properties | undefined {
  try {
    const slice = content.beginParse();
    if (slice.loadUint(8) !== onChain) return undefined;
    const entries = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
    return (name) => {
      const value = entries.get(createHash('sha256').update(name).digest());
      return value && { text: readText(value) };
    };
  } catch {
    return undefined;
  }
}

function readText(value: Cell): string | undefined {
  try {
    const slice = value.beginParse();
    return slice.loadUint(8) === snakeFormat ? slice.loadStringTail() : undefined;
  } catch {
    return undefined;
  }
}

function decimalsOf(properties: Properties): number | undefined {
  const property = properties('decimals');
  if (!property) return properties('uri') ? undefined : defaultDecimals;
  if (property.text === undefined || !/^\d{1,3}$/.test(property.text)) return undefined;
  const decimals = Number(property.text);
  return decimals <= maxDecimals ? decimals : undefined;
}

/** For display only. A jetton without an on-chain symbol gets the ends of its address. */
function symbolOf(address: string, properties: Properties): string {
  const printable = (properties('symbol')?.text ?? '')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .trim()
    .slice(0, 32);
  const [, hash = ''] = address.split(':');
  return printable === '' ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : printable;
}
