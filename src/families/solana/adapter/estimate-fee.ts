import type { SolanaFee, SolanaTransaction } from '../formats/transaction.ts';
import { prioritizationFees, simulation } from './answers.ts';
import { feeOf, maxComputeUnits, withFee } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { playFailure } from './map-error.ts';
import {
  encodeWire,
  isCosigned,
  readRouterTransaction,
  type WireMessage,
} from './wire-transaction.ts';

/** Micro-lamports for a compute unit: what is offered where nobody has paid for priority lately. */
const leastPrice = 1_000n;
/** What the method takes; a transaction locks fewer. */
const maxAccounts = 128;

/**
 * What a transaction would cost at most now. Units: what it used when it was played, and a fifth,
 * since state moves before inclusion. Price: the median of what was paid of late by transactions
 * that wrote to the same accounts. What somebody else has signed already costs what it says; it is
 * played all the same. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
 */
export async function estimateFee(
  endpoint: Endpoint,
  transaction: SolanaTransaction,
): Promise<SolanaFee> {
  const { message, signatures } = readRouterTransaction(transaction);
  const said = feeOf(message);
  const isFixed = isCosigned(message);
  const tried = isFixed
    ? message
    : withFee(message, { ...said, computeUnitLimit: maxComputeUnits, computeUnitPrice: 0n });
  const [units, price] = await Promise.all([
    playedUnits(endpoint, { message: tried, signatures }),
    isFixed ? said.computeUnitPrice : recentPrice(endpoint, message),
  ]);
  if (isFixed) return said;
  const limit = (units * 6n + 4n) / 5n;
  return {
    ...said,
    computeUnitLimit: limit < maxComputeUnits ? limit : maxComputeUnits,
    computeUnitPrice: price,
  };
}

async function playedUnits(
  endpoint: Endpoint,
  transaction: Parameters<typeof encodeWire>[0],
): Promise<bigint> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
  };
  const params = [Buffer.from(encodeWire(transaction)).toString('base64'), options];
  const { value } = await endpoint.read('simulateTransaction', params, simulation);
  if (value.err !== null) throw playFailure(value.err, value.logs, transaction.message);
  return value.unitsConsumed ?? maxComputeUnits;
}

async function recentPrice(endpoint: Endpoint, { keys, header }: WireMessage): Promise<bigint> {
  const { numRequiredSignatures: signers, numReadonlyUnsignedAccounts: readonly } = header;
  const written = keys.slice(signers, keys.length - readonly).slice(0, maxAccounts);
  const recent = await endpoint.read('getRecentPrioritizationFees', [written], prioritizationFees);
  const paid = recent
    .map(({ prioritizationFee }) => prioritizationFee)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = paid[Math.floor(paid.length / 2)] ?? leastPrice;
  return median > leastPrice ? median : leastPrice;
}
