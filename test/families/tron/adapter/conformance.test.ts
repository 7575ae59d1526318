import { encodeFunctionData, type Hex, pad } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import { describeChainAdapter } from '../../../conformance/chain-adapter.ts';
import type {
  ContractChainUnderTest,
  ExpiringChainUnderTest,
} from '../../../conformance/chain-under-test.ts';
import { describeContractChain } from '../../../conformance/contract-chain.ts';
import { describeDeposits } from '../../../conformance/deposits.ts';
import { describeLeasesByExpiry } from '../../../conformance/leases-by-expiry.ts';
import { describePaymentsTo } from '../../../conformance/payments-to.ts';
import { describeSignedHistory } from '../../../conformance/signed-history.ts';
import {
  failingForwarder,
  forwarder,
  revertingForwarder,
} from '../../evm/adapter/small-contracts.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';
import { startHttpProxy } from './http-proxy.ts';
import { accountOf, startLocalTronChain } from './local-tron-chain.ts';

const initial = { native: 1_000_000_000n, token: 1_000_000n };

async function start(): Promise<ExpiringChainUnderTest & ContractChainUnderTest> {
  const local = await startLocalTronChain();
  const token = await local.deploy(StandardToken, ['Test Token', 'TEST', 6]);
  const passOn = await local.install(forwarder);
  const passOnThenFail = await local.install(revertingForwarder);
  const tolerant = await local.install(failingForwarder(accountOf(passOnThenFail)));
  const keys = new Map<string, Hex>();
  const faulty = await startHttpProxy(local.url);
  const counting = await startHttpProxy(local.url);
  const elsewhere = await startHttpProxy(local.url, 'localhost');
  const adapterOf = (...rpcUrls: string[]) => createTronAdapter({ chain: local.chain, rpcUrls });
  const counted = adapterOf(counting.url);
  await counted.head();
  const passing = (to: string): Hex => pad(accountOf(to), { size: 32 });
  const newAddress = (key: Hex): string => tronAddressOf(privateKeyToAccount(key).address);

  return {
    adapter: adapterOf(local.url),
    keys: testKeys((keyRef) => keys.get(keyRef)!),
    token: { address: token, symbol: 'TEST', decimals: 6 },
    spender: passOn,
    initial,
    finalDepth: local.chain.proofDepth,
    leastNative: 1n,
    withRoom: (fee) => ({ ...ofFamily(fee, 'tron'), feeLimit: 50_000_000n }),
    otherSpelling: (txId) => `0x${txId.toUpperCase()}`,
    async newAccount() {
      const key = generatePrivateKey();
      const address = newAddress(key);
      keys.set(address, key);
      await local.setBalance(address, initial.native);
      await local.mint(token, address, initial.token);
      return { address, keyRef: address };
    },
    newReceiver: () => newAddress(generatePrivateKey()),
    transactions: {
      native: (to, value) => ({ family: 'tron', to, data: '0x', value }),
      token: (to, amount) => ({
        family: 'tron',
        to: token,
        value: 0n,
        data: encodeFunctionData({
          abi: StandardToken.abi,
          functionName: 'transfer',
          args: [accountOf(to), amount],
        }),
      }),
      nativeThroughContract: (to, value) => ({
        family: 'tron',
        to: passOn,
        data: passing(to),
        value,
      }),
      nativeThroughFailingContract: (to, value) => ({
        family: 'tron',
        to: tolerant,
        data: passing(to),
        value,
      }),
      failing: () => ({ family: 'tron', to: passOnThenFail, data: '0x00', value: 0n }),
    },
    mine: (blocks) => local.mine(blocks),
    reorg: (depth) => local.reorg(depth),
    async expire() {
      local.passTime(61_000);
      await local.mine(local.chain.proofDepth + 1);
    },
    twoEndpoints: () => adapterOf(local.url, elsewhere.url),
    sendingFails(how) {
      faulty.act((path) => {
        if (path !== 'wallet/broadcasthex') return 'forward';
        if (how === 'server_error') return { status: 502, body: 'bad gateway' };
        return how === 'answer_lost' ? 'drop_answer' : 'drop_request';
      });
      return adapterOf(faulty.url);
    },
    wrongChain: () =>
      createTronAdapter({
        chain: { ...local.chain, genesis: '00'.repeat(32) },
        rpcUrls: [local.url],
      }),
    counted() {
      const before = counting.paths.length;
      return { adapter: counted, requests: () => counting.paths.length - before };
    },
    async close() {
      await Promise.all([faulty, counting, elsewhere].map((proxy) => proxy.close()));
      await local.close();
    },
  };
}

const name = 'TRON on the sandbox’s node';
describeChainAdapter(name, start);
describeContractChain(name, start);
describeDeposits(name, start);
describeLeasesByExpiry(name, start);
describePaymentsTo(name, start);
describeSignedHistory(name, start);
