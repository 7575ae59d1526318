import { createHash } from 'node:crypto';
import { type Cell, Dictionary } from '@ton/core';
import { isNativeToken } from '../../../core/swap/chains.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import type { TonChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { requireMinter, unknownToken } from './jettons.ts';
import { runGetMethod } from './run-get-method.ts';

/** TEP-64: properties in a dictionary on the chain, or behind an address of the web. */
const onChain = 0;
/** Text in one cell after another, within the dictionary. */
const snakeFormat = 0;
/** TEP-64, for a jetton that says everything on the chain and nothing of this. */
const usualDecimals = 9;
const maxDecimals = 255;

/**
 * A jetton as its minter's content says it on the chain (TEP-64). Decimals that stand behind an
 * address of the web only are not read: whoever serves that page could change them between two
 * swaps, and what an amount is worth with them; toncenter's `getTokenData` reads pages of that
 * kind, and does not say so. Such a jetton is refused, and so is one whose decimals could stand
 * there. Throws `UNKNOWN_TOKEN`.
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
    throw unknownToken(chain, address, 'it does not say its decimals on the chain');
  }
  return { address, symbol: symbolOf(address, properties), decimals };
}

/** By the name of a property; what is there and not understood is without a text. */
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
  const said = properties('decimals');
  if (!said) return properties('uri') ? undefined : usualDecimals;
  if (said.text === undefined || !/^\d{1,3}$/.test(said.text)) return undefined;
  const decimals = Number(said.text);
  return decimals <= maxDecimals ? decimals : undefined;
}

/**
 * A symbol is for people's eyes only; a jetton that has none on the chain is shown by the ends of
 * its address.
 */
function symbolOf(address: string, properties: Properties): string {
  const printable = (properties('symbol')?.text ?? '')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .trim()
    .slice(0, 32);
  const [, hash = ''] = address.split(':');
  return printable === '' ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : printable;
}
