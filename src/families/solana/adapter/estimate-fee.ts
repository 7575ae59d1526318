import { higherOf } from '../../../core/amounts/higher-of.ts';
import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { maxPriorityFee, type SolanaFee, type SolanaTransaction } from '../formats/transaction.ts';
import { prioritizationFees, simulation } from './answers.ts';
import { feeOf, maxComputeUnits, withFee } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { loadedAddresses, readLookupTables } from './lookup-tables.ts';
import { simulationFailure } from './map-error.ts';
import {
  encodeWire,
  isCosigned,
  readRouterTransaction,
  type WireMessage,
} from './wire-transaction.ts';

/** Micro-lamports per compute unit, offered even if no recent transaction paid for priority. */
const minPrice = 1_000n;
/** The method's limit. A transaction locks fewer accounts. */
const maxAccounts = 128;

/**
 * The maximum fee of a transaction now. The unit limit is the simulated use plus a fifth, because
 * the state changes before inclusion. The price is the median of recent priority fees for the same
 * writable accounts (solana.com/docs, `getRecentPrioritizationFees`); of what hosts say, the lowest,
 * and never more than S09 and E07 allow. A transaction with other signatures keeps its own fee, but
 * is simulated too. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
 */
export async function estimateFee(
  endpoints: Endpoints<Endpoint>,
  chain: Pick<SolanaChain, 'maxNetworkFee'>,
  transaction: SolanaTransaction,
): Promise<SolanaFee> {
  const { message, signatures } = readRouterTransaction(transaction);
  const declared = feeOf(message);
  const isFixed = isCosigned(message);
  const trial = isFixed
    ? message
    : withFee(message, { ...declared, computeUnitLimit: maxComputeUnits, computeUnitPrice: 0n });
  const [units, price] = await Promise.all([
    endpoints.first((endpoint) => simulatedUnits(endpoint, { message: trial, signatures })),
    isFixed ? declared.computeUnitPrice : priceOfHosts(endpoints, message),
  ]);
  if (isFixed) return declared;
  const computeUnitLimit = lowerOf((units * 6n + 4n) / 5n, maxComputeUnits);
  const most = lowerOf(maxPriorityFee, chain.maxNetworkFee - declared.signatureFee);
  const highest = most > 0n ? (most * 1_000_000n) / computeUnitLimit : 0n;
  return { ...declared, computeUnitLimit, computeUnitPrice: lowerOf(price, highest) };
}

async function simulatedUnits(
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
  if (value.err !== null) throw simulationFailure(value.err, value.logs, transaction.message);
  return value.unitsConsumed ?? maxComputeUnits;
}

/**
 * None of the hosts raises what the leader is paid. A host that lists no fees says nothing of the
 * market.
 */
async function priceOfHosts(endpoints: Endpoints<Endpoint>, message: WireMessage): Promise<bigint> {
  const medians = await readOfEachHost(endpoints, (endpoint) => recentPrice(endpoint, message));
  const known = medians.flatMap(({ price }) => (price === undefined ? [] : [price]));
  return higherOf(known.length > 0 ? known.reduce(lowerOf) : minPrice, minPrice);
}

/**
 * Most accounts that others write too, such as pools, are in lookup tables. The fee payer is not
 * among them: no one else locks it.
 */
export async function recentPrice(
  endpoint: Endpoint,
  message: WireMessage,
): Promise<{ price: bigint | undefined }> {
  const { keys, header } = message;
  const { numRequiredSignatures: signers, numReadonlyUnsignedAccounts: readonly } = header;
  const tables = await readLookupTables(endpoint, message);
  const { writable } = loadedAddresses(endpoint, message, tables);
  const own = keys.slice(signers, keys.length - readonly);
  const written = [...own, ...writable].slice(0, maxAccounts);
  const recent = await endpoint.read('getRecentPrioritizationFees', [written], prioritizationFees);
  const paid = recent
    .map(({ prioritizationFee }) => prioritizationFee)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { price: paid[Math.floor(paid.length / 2)] };
}
