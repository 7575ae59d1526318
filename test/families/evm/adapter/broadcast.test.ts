import { numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { ChainAdapter, SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import { until } from '../../../support/until.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type ProxyAction, type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { testKeys } from './test-keys.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let local: LocalChain;
let first: RpcProxy;
let second: RpcProxy;
let adapter: ChainAdapter;
let signed: SignedTransaction;
beforeAll(async () => {
  local = await startLocalChain();
});
afterAll(() => local.close());
beforeEach(async () => {
  [first, second] = await Promise.all([startRpcProxy(local.url), startRpcProxy(local.url)]);
  adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [first.url, second.url] });
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key).address;
  await local.rpc('anvil_setBalance', [account, numberToHex(10n ** 18n)]);
  const transaction = { family: 'evm', to: receiver, data: '0x', value: 1n } as const;
  const fee = await adapter.estimateFee(account, transaction);
  const unsigned = await adapter.prepare({
    account,
    terms: { kind: 'nonce', nonce: 0n },
    transaction,
    fee,
  });
  signed = await adapter.sign(
    unsigned,
    testKeys(() => key),
    'key',
  );
});
afterEach(() => Promise.all([first.close(), second.close()]));

/** The outcomes of sends and lookups at this proxy. */
const fail = (proxy: RpcProxy, sending: ProxyAction, lookingUp: ProxyAction = 'forward') =>
  proxy.act(([question]) => {
    if (question?.method === 'eth_sendRawTransaction') return sending;
    return question?.method === 'eth_getTransactionByHash' ? lookingUp : 'forward';
  });
const refuses = (message: string): ProxyAction => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } }),
});
const hasNothing: ProxyAction = {
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }),
};
const sends = (proxy: RpcProxy) =>
  proxy.methods().filter((method) => method === 'eth_sendRawTransaction').length;

describe('broadcasting to several endpoints', () => {
  it('gives the bytes to the other after the first has taken them', async () => {
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    await until(async () => sends(second) === 1);
    expect(sends(first)).toBe(1);
  });

  it('gives the bytes to the relays alone, whose chain nobody asks for', async () => {
    const relay = await startRpcProxy(local.url);
    const privately = createEvmAdapter({
      chain: local.chain,
      rpcUrls: [first.url, second.url],
      broadcastUrls: [relay.url],
    });
    expect(privately.hasRelays).toBe(true);
    expect(await privately.broadcast(signed, 'relays')).toEqual({ kind: 'accepted' });
    expect(relay.methods()).toEqual(['eth_sendRawTransaction']);
    expect([sends(first), sends(second)]).toEqual([0, 0]);
    fail(relay, refuses('transaction was cancelled'));
    expect(await privately.broadcast(signed, 'relays')).toEqual({ kind: 'already_known' });
    await relay.close();
  });

  it('sends nothing to the nodes if it has no relay and is told to use one', async () => {
    expect(adapter.hasRelays).toBe(false);
    expect(await adapter.broadcast(signed, 'relays')).toMatchObject({ kind: 'unknown' });
    expect([sends(first), sends(second)]).toEqual([0, 0]);
  });

  it('continues if the first leaves it open', async () => {
    fail(first, { status: 502, body: 'bad gateway' });
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    expect([sends(first), sends(second)]).toEqual([1, 1]);
  });

  it('finds at the second what the first relayed without an answer', async () => {
    fail(first, 'drop_answer', 'drop_request');
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'already_known' });
  });

  it('does not let a refusal by the second hide that the first may have relayed the bytes', async () => {
    fail(first, 'drop_answer', 'drop_request');
    fail(second, refuses('transaction underpriced'), hasNothing);
    expect(await adapter.broadcast(signed)).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    'nonce too high',
    'max fee per gas less than block base fee',
    'insufficient funds for gas * price + value',
  ])(
    'gives the same bytes to the second where the first, which may be behind, says "%s"',
    async (message) => {
      fail(first, refuses(message));
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      expect([sends(first), sends(second)]).toEqual([1, 1]);
    },
  );

  it('reports the fault of the bytes if all refuse them', async () => {
    fail(first, refuses('nonce too high'));
    fail(second, refuses('insufficient funds for gas * price + value'));
    expect(await adapter.broadcast(signed)).toMatchObject({ kind: 'insufficient_funds' });
  });

  it('does not start with one that just failed', async () => {
    fail(first, 'drop_request', 'drop_request');
    await adapter.broadcast(signed);
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'already_known' });
    expect([sends(first), sends(second)]).toEqual([1, 2]);
  });

  it('does not call the lease used if the lookup fails', async () => {
    fail(first, refuses('nonce too low'), 'drop_request');
    fail(second, refuses('nonce too low'), 'drop_request');
    expect(await adapter.broadcast(signed)).toMatchObject({ kind: 'unknown' });
  });

  it('does not accept an answer with another id', async () => {
    const other = {
      status: 200,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${'11'.repeat(32)}` }),
    };
    fail(first, other);
    fail(second, other);
    expect(await adapter.broadcast(signed)).toMatchObject({ kind: 'unknown' });
  });

  it('does not throw if no endpoint serves the chain', async () => {
    const wrong = createEvmAdapter({ chain: { ...local.chain, chainId: 1 }, rpcUrls: [first.url] });
    expect(await wrong.broadcast(signed)).toMatchObject({ kind: 'unknown' });
    expect(sends(first)).toBe(0);
  });
});
