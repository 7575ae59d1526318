import { type Address, numberToHex } from 'viem';
import { higherOf } from '../../../core/amounts/higher-of.ts';
import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmFee, EvmTransaction } from '../formats/transaction.ts';
import { type FeeHistory, feeHistory, quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { surchargeOf } from './surcharge.ts';

/** Blocks whose tips are averaged: two minutes on Ethereum. */
const historyBlocks = 10;
const tipPercentile = 50;

/**
 * The maximum cost of a transaction now. Gas: the node's estimate plus a quarter, because the state
 * changes before inclusion. Price: twice the next block's base fee, which five full blocks in a row
 * do not exceed (EIP-1559: 12.5 % a block), plus the median tip of the last blocks, without empty
 * ones. Legacy: the node's price plus a quarter. One host estimates the gas, and all of them the
 * price (`priceOfHosts`) and what the chain takes beside gas (`surchargeOf`).
 */
export async function estimateFee(
  endpoints: Endpoints<Endpoint>,
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
    endpoints.first((endpoint) => endpoint.read('eth_estimateGas', [call], quantity)),
    priceOfHosts(endpoints, chain),
  ]);
  return withSurcharge(endpoints, chain, transaction, {
    family: 'evm',
    gasLimit: plusQuarter(estimate),
    ...price,
  });
}

export async function withSurcharge(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  transaction: EvmTransaction,
  fee: EvmFee,
): Promise<EvmFee> {
  const surcharge = await surchargeOf(endpoints, chain, transaction, fee);
  return surcharge === undefined ? fee : { ...fee, surcharge };
}

export type Price = Pick<EvmFee, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/**
 * What the hosts of a chain say, so that none of them raises what the producer of the block is paid:
 * the lowest tip, or legacy price, counts. A host that shows no tips says nothing of them. Of the base
 * fees the highest counts: the protocol charges what it is, and a transaction below it would not be
 * included. Tips and legacy prices are within the bounds of the chain's fee profile.
 */
export async function priceOfHosts(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
): Promise<Price> {
  const { minTip, maxTip, maxGasPrice } = chain.fees;
  if (chain.transactionType === 'legacy') {
    const price = (await readOfEachHost(endpoints, readLegacyPrice)).reduce(lowerOf);
    const maxFeePerGas = lowerOf(higherOf(price, minTip), maxGasPrice);
    return { maxFeePerGas, maxPriorityFeePerGas: 0n };
  }
  const markets = await readOfEachHost(endpoints, readMarket);
  const tips = markets.flatMap(({ tip }) => (tip === undefined ? [] : [tip]));
  const market = tips.length > 0 ? tips.reduce(lowerOf) : minTip;
  const tip = lowerOf(higherOf(market, minTip), maxTip);
  const burnt = markets.map(({ baseFee }) => 2n * baseFee).reduce(higherOf);
  return { maxFeePerGas: burnt + tip, maxPriorityFeePerGas: tip };
}

/** What one host says, in the way of the chain's transactions. */
export async function readPrice(
  endpoint: Endpoint,
  { transactionType }: Pick<EvmChain, 'transactionType'>,
): Promise<void> {
  await (transactionType === 'legacy' ? readLegacyPrice(endpoint) : readMarket(endpoint));
}

async function readLegacyPrice(endpoint: Endpoint): Promise<bigint> {
  return plusQuarter(await endpoint.read('eth_gasPrice', [], quantity));
}

interface Market {
  /** Of the next block. */
  baseFee: bigint;
  /** Absent: the host shows no tips. */
  tip?: bigint;
}

async function readMarket(endpoint: Endpoint): Promise<Market> {
  const params = [numberToHex(historyBlocks), 'latest', [tipPercentile]];
  const history = await endpoint.read('eth_feeHistory', params, feeHistory);
  const tip = medianTip(history);
  return { baseFee: history.baseFeePerGas.at(-1) ?? 0n, ...(tip === undefined ? {} : { tip }) };
}

function medianTip(history: FeeHistory): bigint | undefined {
  const tips = (history.reward ?? [])
    .filter((_, block) => (history.gasUsedRatio[block] ?? 0) > 0)
    .flatMap((percentiles) => percentiles.slice(0, 1))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return tips[Math.floor(tips.length / 2)];
}

export function plusQuarter(value: bigint): bigint {
  return (value * 5n + 3n) / 4n;
}
