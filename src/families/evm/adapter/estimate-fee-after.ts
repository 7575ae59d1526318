import { type Address, numberToHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmFee, EvmTransaction } from '../formats/transaction.ts';
import { simulatedBlocks } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { type Price, plusQuarter, priceOfHosts, withSurcharge } from './estimate-fee.ts';
import { readLatest } from './head.ts';
import { nextBlock, reverts, toCall } from './simulate.ts';
import { decodeUnsigned } from './unsigned-bytes.ts';

/**
 * As `estimateFee`, after transactions that are not sent (`eth_simulateV1`). A refund returns at
 * most a fifth of the gas (EIP-3529), so the transaction needs at most a quarter more than it used.
 * @param after.earlier unsigned bytes of the account
 */
export async function estimateFeeAfter(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  account: Address,
  after: { transaction: EvmTransaction; earlier: readonly string[] },
): Promise<EvmFee> {
  const price = await priceOfHosts(endpoints, chain);
  const gasUsed = await endpoints.first((endpoint) =>
    gasAfter(endpoint, chain, account, { ...after, price }),
  );
  const gasLimit = plusQuarter(plusQuarter(gasUsed));
  return withSurcharge(endpoints, chain, after.transaction, { family: 'evm', gasLimit, ...price });
}

async function gasAfter(
  endpoint: Endpoint,
  chain: EvmChain,
  account: Address,
  {
    transaction,
    earlier,
    price,
  }: { transaction: EvmTransaction; earlier: readonly string[]; price: Price },
): Promise<bigint> {
  const block = await readLatest(endpoint);
  const { to, data, value } = transaction;
  const call = { from: account, to, input: data, value: numberToHex(value) };
  const before = earlier.map((bytes) => toCall(decodeUnsigned(bytes), account));
  const blockOverrides = nextBlock(chain, block, price);
  const blockStateCalls = [{ blockOverrides, calls: [...before, call] }];
  const params = [{ blockStateCalls, validation: false }, numberToHex(block.number)];
  const [simulated] = await endpoint.read('eth_simulateV1', params, simulatedBlocks);
  const calls = simulated?.calls ?? [];
  const failed = calls.find(({ status }) => status !== 1n);
  if (failed) throw reverts(failed);
  const result = calls[earlier.length];
  if (!result)
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} simulated a different number of calls than requested`,
    );
  return result.gasUsed;
}
