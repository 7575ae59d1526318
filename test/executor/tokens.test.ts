import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createTimeLimit } from '../../src/executor/time-limit.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import { createEvmAdapter } from '../../src/families/evm/adapter/create-evm-adapter.ts';
import type { EvmChain } from '../../src/families/evm/formats/chain.ts';
import type { ChainAdapter, TokenFacts } from '../../src/ports/chain-adapter.ts';

const chain = chainRegistry.ETH as EvmChain;
const address = '0x2222222222222222222222222222222222222222' as TokenFacts['address'];
const facts: TokenFacts = { address, symbol: 'USDC', decimals: 6 };

/** It accepts connections and never responds. */
let silent: Server;
let hanging: ChainAdapter;
beforeAll(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  hanging = createEvmAdapter({ chain, rpcUrls: [`http://127.0.0.1:${port}`], timeoutMs: 600_000 });
});
afterAll(() => void silent.close());

function world(stored: Record<string, TokenFacts> = {}) {
  const journal = new Map(Object.entries(stored));
  const tokens = createTokens({
    findToken: async (network, token) => journal.get(`${network} ${token}`),
    recordToken: async (network, read) => void journal.set(`${network} ${read.address}`, read),
  });
  return { journal, tokens };
}

/** A chain whose answer a test chooses. It counts its calls. */
function answering(answer: () => Promise<TokenFacts>) {
  const calls = { count: 0 };
  const adapter = {
    chain,
    token: () => {
      calls.count += 1;
      return answer();
    },
  } as unknown as ChainAdapter;
  return { calls, adapter };
}

describe('a token', () => {
  it('is read once, be it by many at a time, and stands in the journal then', async () => {
    const { tokens, journal } = world();
    const { calls, adapter } = answering(async () => facts);
    const read = () => tokens.read(adapter, address, createTimeLimit(60_000));
    expect(await Promise.all([read(), read(), read()])).toEqual([facts, facts, facts]);
    expect(await read()).toEqual(facts);
    expect(calls.count).toBe(1);
    expect(journal.get(`${chain.caip2} ${address}`)).toEqual(facts);
    // What was read needs no chain any more.
    expect(await tokens.read(hanging, address, createTimeLimit(60_000))).toEqual(facts);
  });

  it('that was never read is refused in time by a chain that hangs, with a code that says so', async () => {
    await expect(world().tokens.read(hanging, address, createTimeLimit(20))).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      next: 'retry',
      message: expect.stringMatching(/ETH.*within 20 ms.*nothing was stored/),
    });
  });

  it('is taken from the journal, where another process has read it, and the chain hangs or is down', async () => {
    const { tokens } = world({ [`${chain.caip2} ${address}`]: facts });
    expect(await tokens.read(hanging, address, createTimeLimit(20))).toEqual(facts);
    for (const code of ['RPC_UNAVAILABLE', 'RPC_WRONG_CHAIN', 'WITNESS_MISSING'] as const) {
      const other = world({ [`${chain.caip2} ${address}`]: facts });
      const { adapter } = answering(() => Promise.reject(new FerrymanError(code, 'not now')));
      expect(await other.tokens.read(adapter, address, createTimeLimit(60_000))).toEqual(facts);
    }
  });

  it('is none where the chain says so, whatever the journal has', async () => {
    const { tokens } = world({ [`${chain.caip2} ${address}`]: facts });
    const { adapter } = answering(() =>
      Promise.reject(new FerrymanError('UNKNOWN_TOKEN', 'no token')),
    );
    await expect(tokens.read(adapter, address, createTimeLimit(60_000))).rejects.toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
  });

  it('is read again after a failure, and what comes late is there for the next one', async () => {
    const { tokens } = world();
    let answer: (read: TokenFacts) => void = () => undefined;
    const late = answering(() => new Promise((resolve) => (answer = resolve)));
    const read = (timeLimit: number) =>
      tokens.read(late.adapter, address, createTimeLimit(timeLimit));
    await expect(read(20)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    const next = read(60_000);
    answer(facts);
    expect(await next).toEqual(facts);
    expect(late.calls.count).toBe(1);
  });

  it('that is the chain’s own coin is not read', async () => {
    expect(
      await world().tokens.read(hanging, chain.nativeToken.address, createTimeLimit(20)),
    ).toEqual(chain.nativeToken);
  });
});
