import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex, pad } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { describeChainAdapter } from '../../../conformance/chain-adapter.ts';
import type { ContractChainUnderTest } from '../../../conformance/chain-under-test.ts';
import { describeContractChain } from '../../../conformance/contract-chain.ts';
import { describeDeposits } from '../../../conformance/deposits.ts';
import {
  describeLeasesByNonce,
  type NonceChainUnderTest,
} from '../../../conformance/leases-by-nonce.ts';
import { describePaymentsTo } from '../../../conformance/payments-to.ts';
import { startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { failingForwarder, forwarder, revertingForwarder } from './small-contracts.ts';
import { testKeys } from './test-keys.ts';

const initial = { native: 10n ** 18n, token: 1_000_000n };

async function start(
  transactionType: 'eip1559' | 'legacy',
): Promise<NonceChainUnderTest & ContractChainUnderTest> {
  const local = await startLocalChain({ transactionType });
  const token = await local.deploy(StandardToken, ['Test Token', 'TEST', 6]);
  const passOn = await local.install(forwarder);
  const passOnThenFail = await local.install(revertingForwarder);
  const tolerant = await local.install(failingForwarder(passOnThenFail));
  const keys = new Map<string, Hex>();
  const proxies: RpcProxy[] = [];
  const proxied = async () => {
    const proxy = await startRpcProxy(local.url);
    proxies.push(proxy);
    return { proxy, adapter: createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url] }) };
  };
  const faulty = await proxied();
  const counted = await proxied();
  const passing = (to: string): Hex => pad(to as Address, { size: 32 });

  return {
    adapter: createEvmAdapter({ chain: local.chain, rpcUrls: [local.url] }),
    keys: testKeys((keyRef) => keys.get(keyRef)!),
    token: { address: token, symbol: 'TEST', decimals: 6 },
    spender: passOn,
    initial,
    finalDepth: local.chain.proofDepth,
    leastNative: 1n,
    withRoom: (fee) => ({ ...ofFamily(fee, 'evm'), gasLimit: 200_000n }),
    otherSpelling: (txId) => `0x${txId.slice(2).toUpperCase()}`,
    async newAccount() {
      const key = generatePrivateKey();
      const { address } = privateKeyToAccount(key);
      keys.set(address, key);
      await local.rpc('anvil_setBalance', [address, numberToHex(initial.native)]);
      await local.mint(token, address, initial.token);
      return { address, keyRef: address };
    },
    newReceiver: () => getAddress(privateKeyToAccount(generatePrivateKey()).address),
    transactions: {
      native: (to, value) => ({ family: 'evm', to, data: '0x', value }),
      token: (to, amount) => ({
        family: 'evm',
        to: token,
        value: 0n,
        data: encodeFunctionData({
          abi: StandardToken.abi,
          functionName: 'transfer',
          args: [to as Address, amount],
        }),
      }),
      nativeThroughContract: (to, value) => ({
        family: 'evm',
        to: passOn,
        data: passing(to),
        value,
      }),
      nativeThroughFailingContract: (to, value) => ({
        family: 'evm',
        to: tolerant,
        data: passing(to),
        value,
      }),
      failing: () => ({ family: 'evm', to: passOnThenFail, data: '0x', value: 0n }),
    },
    mine: (blocks) => local.mine(blocks),
    async reorg(depth) {
      await local.rpc('anvil_reorg', [depth, []]);
    },
    sendingFails(how) {
      faulty.proxy.act(([question]) => {
        if (question?.method !== 'eth_sendRawTransaction') return 'forward';
        if (how === 'server_error') return { status: 502, body: 'bad gateway' };
        return how === 'answer_lost' ? 'drop_answer' : 'drop_request';
      });
      return faulty.adapter;
    },
    wrongChain: () =>
      createEvmAdapter({ chain: { ...local.chain, chainId: 1 }, rpcUrls: [local.url] }),
    counted() {
      const before = counted.proxy.requests();
      return { adapter: counted.adapter, requests: () => counted.proxy.requests() - before };
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await local.close();
    },
  };
}

for (const type of ['eip1559', 'legacy'] as const) {
  const name = `EVM, transactions of type ${type}, on anvil`;
  describeChainAdapter(name, () => start(type));
  describeContractChain(name, () => start(type));
  describeDeposits(name, () => start(type), { carriesMemo: false });
  describePaymentsTo(name, () => start(type), { carriesMemo: false });
  describeLeasesByNonce(name, () => start(type));
}
