import { type Address, numberToHex } from 'viem';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmFee, EvmTransaction } from '../formats/transaction.ts';
import { type FeeHistory, feeHistory, quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** Blocks whose tips are looked at: two minutes of Ethereum. */
const historyBlocks = 10;
const tipPercentile = 50;
/** go-ethereum's mempool takes nothing below one wei of tip (`txpool.pricelimit`). */
const leastTip = 1n;

/**
 * What a transaction would cost at most now. Gas: the node's estimate and a quarter, since state
 * moves before inclusion. Price: twice the next block's base fee, which six full blocks in a row do
 * not outrun (EIP-1559: 12.5 % a block), and the median over the last blocks of what the median
 * transaction tipped; empty blocks say nothing. Legacy: the node's price and a quarter.
 */
export async function estimateFee(
  endpoint: Endpoint,
  chain: EvmChain,
  account: Address,
  transaction: EvmTransaction,
): Promise<EvmFee> {
  const call = {
    from: account,
    to: transaction.to,
    data: transaction.data,
    value: numberToHex(transaction.value),
  };
  const [estimate, price] = await Promise.all([
    endpoint.read('eth_estimateGas', [call], quantity),
    chain.transactionType === 'legacy' ? readLegacyPrice(endpoint) : readMarket(endpoint),
  ]);
  return { family: 'evm', gasLimit: andAQuarter(estimate), ...price };
}

type Price = Pick<EvmFee, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

async function readLegacyPrice(endpoint: Endpoint): Promise<Price> {
  return {
    maxFeePerGas: andAQuarter(await endpoint.read('eth_gasPrice', [], quantity)),
    maxPriorityFeePerGas: 0n,
  };
}

async function readMarket(endpoint: Endpoint): Promise<Price> {
  const params = [numberToHex(historyBlocks), 'latest', [tipPercentile]];
  const history = await endpoint.read('eth_feeHistory', params, feeHistory);
  const nextBaseFee = history.baseFeePerGas.at(-1) ?? 0n;
  const maxPriorityFeePerGas = medianTip(history);
  return { maxFeePerGas: 2n * nextBaseFee + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

function medianTip(history: FeeHistory): bigint {
  const tips = (history.reward ?? [])
    .filter((_, block) => (history.gasUsedRatio[block] ?? 0) > 0)
    .flatMap((percentiles) => percentiles.slice(0, 1))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = tips[Math.floor(tips.length / 2)] ?? leastTip;
  return median > leastTip ? median : leastTip;
}

function andAQuarter(value: bigint): bigint {
  return (value * 5n + 3n) / 4n;
}
