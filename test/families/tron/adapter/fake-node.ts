import { type Address, type Hex, pad, toEventSelector, toFunctionSelector, toHex } from 'viem';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { TronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { tronAccountOf } from '../../../../src/families/tron/formats/address.ts';

export const chain = ofFamily(chainRegistry.TRON!, 'tron');
export const now = Date.UTC(2026, 0, 1, 12);
export const latest = 1_000;
export const solidified = 981;

export type Body = Record<string, unknown>;
/** Answers by path. A missing path is HTTP 404. */
export type Answers = Record<string, (body: Body) => unknown>;

/** The id of a block: its number and a suffix. */
export const blockId = (number: number, fork = 'aa'): string =>
  number === 0 ? chain.genesis : number.toString(16).padStart(16, '0') + fork.repeat(24);

/** Empty blocks of three seconds up to `latest`. */
const emptyChain: Answers = {
  'wallet/getblock': ({ id_or_num = `${latest}` }) => blockAt(Number(id_or_num)),
  'walletsolidity/getblock': ({ id_or_num = `${solidified}` }) => blockAt(Number(id_or_num)),
  'wallet/gettransactioninfobyid': () => ({}),
  'walletsolidity/gettransactioninfobyid': () => ({}),
  'wallet/gettransactioninfobyblocknum': () => [],
  'wallet/gettransactionfrompending': () => ({}),
  'wallet/gettransactionbyid': () => ({}),
  'walletsolidity/gettransactionbyid': () => ({}),
  'wallet/getcontractinfo': () => ({}),
};

export const timeOf = (number: number): number => now - (latest - number) * 3_000;

export function blockAt(number: number): object {
  if (number > latest) return {};
  const parentHash = number === 0 ? '00'.repeat(32) : blockId(number - 1);
  return {
    blockID: blockId(number),
    block_header: { raw_data: { number, parentHash, timestamp: timeOf(number) } },
  };
}

/** An adapter whose nodes give the test's answers. Hosts are `a`, `b`, … */
export function adapterOf(...nodes: readonly Answers[]): { adapter: TronAdapter; asked: string[] } {
  const asked: string[] = [];
  const hosts = nodes.map((_, index) => String.fromCharCode('a'.charCodeAt(0) + index));
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { host, pathname } = new URL(String(input));
    const path = pathname.slice(1);
    const answers = { ...emptyChain, ...nodes[hosts.indexOf(host)] };
    const body = JSON.parse(String(init?.body)) as Body;
    asked.push(`${host} ${path}`);
    const answer = answers[path]?.(body);
    if (answer === undefined) return new Response('', { status: 404 });
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const rpcUrls = hosts.map((host) => `http://${host}`);
  const adapter = createTronAdapter({
    chain,
    rpcUrls,
    fetch: fetch as typeof globalThis.fetch,
    clock: { now: () => now },
  });
  return { adapter, asked };
}

/** Twenty bytes of an address. */
export const accountOf = (address: string): Address => tronAccountOf(address)!;
export const hexOf = (address: string): string => `41${accountOf(address).slice(2)}`;

const bare = (hex: Hex): string => hex.slice(2);
const word = (value: bigint | Hex): string =>
  bare(typeof value === 'bigint' ? toHex(value, { size: 32 }) : pad(value, { size: 32 }));

/** A log of three topics and a word, as nodes return it. */
export function logOf(
  event: string,
  address: string,
  from: string,
  to: string,
  value: bigint,
): object {
  return {
    address: bare(accountOf(address)),
    topics: [bare(toEventSelector(event)), word(accountOf(from)), word(accountOf(to))],
    data: word(value),
  };
}

export const transferOf = (token: string, from: string, to: string, value: bigint): object =>
  logOf('Transfer(address,address,uint256)', token, from, to, value);

export const approvalOf = (token: string, owner: string, spender: string, value: bigint): object =>
  logOf('Approval(address,address,uint256)', token, owner, spender, value);

/** A log of two topics and a word: WETH9's. */
export function wrappingOf(
  event: 'Deposit' | 'Withdrawal',
  token: string,
  account: string,
  value: bigint,
): object {
  return {
    address: bare(accountOf(token)),
    topics: [bare(toEventSelector(`${event}(address,uint256)`)), word(accountOf(account))],
    data: word(value),
  };
}

export function internalOf(
  from: string,
  to: string,
  sun: bigint,
  more: { rejected?: boolean; tokenId?: string } = {},
): object {
  const { tokenId, ...rest } = more;
  return {
    hash: '00'.repeat(32),
    caller_address: hexOf(from),
    transferTo_address: hexOf(to),
    callValueInfo: [sun === 0n ? {} : { callValue: Number(sun), ...(tokenId ? { tokenId } : {}) }],
    note: '63616c6c',
    ...rest,
  };
}

/**
 * Units of a TRC-10 token, of which anyone may issue up to 2^63: more than a JSON number can hold
 * exactly.
 */
export const manyUnits = 9_000_000_000_000_000_001n;

/** Answers `triggerconstantcontract` by the selector of the call. A missing one reverts. */
export function contracts(
  answers: Record<string, (data: string, body: Body) => object | bigint | undefined>,
): Answers['wallet/triggerconstantcontract'] {
  const bySelector = new Map(
    Object.entries(answers).map(([signature, answer]) => [
      bare(toFunctionSelector(signature)),
      answer,
    ]),
  );
  return (body) => {
    const data = String(body.data);
    const answer = bySelector.get(data.slice(0, 8))?.(data, body);
    if (answer === undefined) return { result: { result: true, message: '52455645525420' } };
    if (typeof answer === 'bigint')
      return { result: { result: true }, constant_result: [word(answer)] };
    return { result: { result: true }, ...answer };
  };
}
