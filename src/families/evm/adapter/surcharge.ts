import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  serializeTransaction,
} from 'viem';
import { higherOf } from '../../../core/amounts/higher-of.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { wordOf } from '../../shared/contracts/token-calls.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Surcharge } from '../formats/fee-profile.ts';
import type { EvmFee, EvmTransaction } from '../formats/transaction.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { decodeUnsigned, encodeUnsigned, toSignable } from './unsigned-bytes.ts';

const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);

/** The longest signature, for oracles that charge by the signed bytes. */
const dummySignature = {
  r: `0x${'ff'.repeat(32)}`,
  s: `0x${'ff'.repeat(32)}`,
  yParity: 1,
} as const;

/**
 * The most that the chain takes beside gas for a transaction. `undefined`: it takes nothing. Twice
 * what it takes now for the bytes, as with the base fee of the chain: the price on the base chain
 * moves in the same way. Of what the hosts say the highest counts, since the protocol charges what it
 * is, and the guard bounds it (E07).
 */
export async function surchargeOf(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  transaction: EvmTransaction,
  fee: EvmFee,
): Promise<bigint | undefined> {
  const { surcharge } = chain.fees;
  if (surcharge === undefined) return undefined;
  const data = bytesOf(chain, surcharge, transaction, fee);
  const told = await readOfEachHost(endpoints, async (endpoint) => {
    const [l1Fee, operatorFee] = await Promise.all([
      readL1Fee(endpoint, surcharge, data),
      surcharge.operatorFee === undefined ? 0n : readOperatorFee(endpoint, surcharge, fee.gasLimit),
    ]);
    return 2n * l1Fee + operatorFee;
  });
  return told.reduce(higherOf);
}

/** The transaction under the longest nonce, since its own is not known yet. */
function bytesOf(
  chain: EvmChain,
  { takes }: Surcharge,
  transaction: EvmTransaction,
  fee: EvmFee,
): Hex {
  const unsigned = encodeUnsigned(chain, BigInt(Number.MAX_SAFE_INTEGER), transaction, fee);
  return takes === 'unsigned'
    ? unsigned
    : serializeTransaction(toSignable(decodeUnsigned(unsigned)), dummySignature);
}

async function readL1Fee(
  endpoint: Endpoint,
  { oracle: address, inEther }: Surcharge,
  data: Hex,
): Promise<bigint> {
  const oracle = getAddress(address);
  const call = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [data] });
  const [fee, ratio] = await Promise.all([
    ask(endpoint, oracle, call),
    inEther ? ask(endpoint, oracle, encodeFunctionData({ abi, functionName: 'tokenRatio' })) : 1n,
  ]);
  return fee * ratio;
}

/** Oracles from before the Isthmus upgrade do not have the function, and their chains no such fee. */
async function readOperatorFee(
  endpoint: Endpoint,
  { oracle }: Surcharge,
  gasLimit: bigint,
): Promise<bigint> {
  const call = encodeFunctionData({ abi, functionName: 'getOperatorFee', args: [gasLimit] });
  try {
    return await ask(endpoint, getAddress(oracle), call);
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return 0n;
    throw error;
  }
}

async function ask(endpoint: Endpoint, oracle: Address, data: Hex): Promise<bigint> {
  const fee = wordOf(await endpoint.read('eth_call', [{ to: oracle, data }, 'latest'], bytes));
  if (fee !== undefined) return fee;
  throw new FerrymanError(
    'RPC_MALFORMED',
    `${endpoint.host} shows no contract at ${oracle} that says what the chain takes beside gas`,
  );
}
