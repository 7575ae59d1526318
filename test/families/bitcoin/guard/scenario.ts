import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import { bitcoinAddressOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import { isOwn, ownScriptsOf } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  outpointKey,
} from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import type { BitcoinTransfer } from '../../../../src/families/bitcoin/formats/transaction.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { BitcoinSimulation } from '../../../../src/ports/bitcoin-simulation.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import { aJob, anOrder } from '../../../support/snapshot.ts';
import { psbtOf, scripts, walletPublicKey } from '../adapter/build-psbt.ts';

export const { wallet, stranger } = scripts;
const { vault } = scripts;
export const addressOf = (script: Uint8Array): string => bitcoinAddressOf(script, 'mainnet')!;
export const account = addressOf(wallet);
export const receiver = '0x52908400098527886E0F7030069857D2E4169EE7';
export const attacker = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
const amount = 10_000_000n;

/** The transaction that its coins come from. */
export const coinsOf = '5e'.repeat(32);
const txid = coinsOf;
/**
 * What the wallet has, but for the third, which is a stranger's. One of the last two may carry an
 * inscription.
 */
export const coins: readonly BitcoinOutput[] = [
  { value: 6_000_000n, script: wallet },
  { value: 5_000_000n, script: wallet },
  { value: 3_000_000n, script: stranger },
  { value: 700_000n, script: wallet },
  { value: 300_000n, script: wallet },
  { value: 300_000n, script: wallet },
  { value: 10_000n, script: wallet },
  { value: 10_001n, script: wallet },
  // Of the other address type: the wallet's, a stranger's, and one of the wallet's that may be rare.
  { value: 6_000_000n, script: scripts.walletTaproot },
  { value: 3_000_000n, script: scripts.strangerTaproot },
  { value: 10_000n, script: scripts.walletTaproot },
];
export const previousOutputs = new Map(
  coins.map((coin, vout) => [outpointKey({ txid, vout }), coin]),
);
export const input = (vout: number) => ({ txid, vout, sequence: 0xffff_fffd });
const outpoints = (...spends: number[]): string[] =>
  spends.map((vout) => outpointKey({ txid, vout }));

export const toVault = { value: amount, script: vault };
export const change = { value: 990_000n, script: wallet };

export interface Change {
  /** Coins by their place. */
  spends?: number[];
  outputs?: BitcoinOutput[];
  transaction?: Partial<BitcoinTransaction>;
  /** In the place of the bytes that follow from these. */
  bytes?: string;
  /** What the order's PSBT has; default: what the bytes have. */
  ordered?: BitcoinOutput[];
  /** An order that leaves the coins open. */
  transfer?: Partial<BitcoinTransfer>;
  leased?: number[];
  job?: Partial<Job>;
  order?: Partial<Order>;
  bitcoin?: Partial<BitcoinSimulation>;
  simulation?: Partial<SimulatedChanges>;
  maxNetworkFee?: bigint;
  request?: Partial<GuardRequest>;
}

export function transactionOf({
  spends = [0, 1],
  outputs = [toVault, change],
  transaction,
}: Change = {}) {
  const base: BitcoinTransaction = {
    version: 2,
    inputs: spends.map(input),
    outputs,
    locktime: 0,
    ...transaction,
  };
  const known = base.inputs.map((one) => previousOutputs.get(outpointKey(one))!);
  return { transaction: base, previousOutputs: known };
}

/** 0.1 BTC for ether, all in order: every change of a test is the one thing wrong with it. */
export function aBitcoinRequest(given: Change = {}): GuardRequest {
  const job = aJob({
    wallet: { ...aJob().wallet, address: account },
    from: {
      family: 'bitcoin',
      chain: 'BITCOIN',
      token: bitcoinNativeToken,
      decimals: 8,
      symbol: 'BTC',
    },
    to: { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    amount,
    receiver,
    refundAddress: account,
    ...given.job,
  });
  const funded = transactionOf(given);
  const ordered = { ...funded.transaction, outputs: given.ordered ?? funded.transaction.outputs };
  const transfer = {
    family: 'bitcoin',
    kind: 'transfer',
    to: addressOf(vault),
    value: amount,
  } as const;
  const psbt = psbtOf(ordered).toString('base64');
  const order = anOrder({
    swapType: 'cross-chain',
    transaction: given.transfer
      ? { ...transfer, ...given.transfer }
      : { family: 'bitcoin', kind: 'psbt', psbt, signInputs: [...ordered.inputs.keys()] },
    echo: {
      srcTokenBlockchain: 'BITCOIN',
      srcTokenAddress: job.from.token,
      srcTokenAmount: `${Number(job.amount) / 1e8}`,
      dstTokenBlockchain: job.to.chain,
      dstTokenAddress: job.to.token,
      fromAddress: account,
      receiver: job.receiver,
    },
    ...given.order,
  });
  delete order.spender;
  const isPayment = given.request?.intent === undefined;
  const owned = ownScriptsOf(wallet, walletPublicKey);
  const paid = funded.transaction.outputs.filter(({ script }) => !isOwn(owned, script));
  const delta = isPayment ? -paid.reduce((sum, { value }) => sum + value, 0n) : 0n;
  return {
    intent: { kind: 'swap', order },
    chain: {
      ...chainRegistry.BITCOIN!,
      ...(given.maxNetworkFee ? { maxNetworkFee: given.maxNetworkFee } : {}),
    },
    job,
    lease: {
      account,
      terms: { kind: 'outpoints', outpoints: outpoints(...(given.leased ?? [0, 1])) },
    },
    unsigned: {
      family: 'bitcoin',
      chain: 'BITCOIN',
      account,
      bytes: given.bytes ?? encodeUnsigned(funded),
      fee: { family: 'bitcoin', total: 10_000n, virtualSize: 250n },
    },
    simulation: {
      block: 900_000n,
      balanceChanges: [{ account, token: bitcoinNativeToken, delta }],
      allowanceChanges: [],
      authorityChanges: [],
      inspected: new Map(),
      bitcoin: {
        previousOutputs,
        tip: 900_000n,
        estimatedRate: 40_000n,
        waiting: [],
        ...given.bitcoin,
      },
      ...given.simulation,
    },
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
    ...given.request,
  };
}
