import { randomBytes } from 'node:crypto';
import { type Address, bytesToHex, getAddress, type Hex, isAddressEqual, numberToHex } from 'viem';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import { revertReason } from '../../shared/contracts/revert-reason.ts';
import { type LoggedEffect, parseEffect } from '../../shared/contracts/simulated-logs.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Block, type SimulatedCall, simulatedBlocks } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readLatest } from './head.ts';
import { inspect } from './inspect.ts';
import {
  balanceReaderCode,
  type Measure,
  measureCall,
  measuredValue,
  measureKey,
} from './measure.ts';
import { requireAccount } from './require-account.ts';
import { allowanceChanges, balanceChanges, type Simulation } from './simulated-changes.ts';
import { requireTokenAddress } from './token.ts';
import { type DecodedTransaction, decodeUnsigned } from './unsigned-bytes.ts';

/** A transaction that touches more than this is refused. */
const maxMeasures = 200;
/**
 * Each round also measures what the one before touched. A transaction that behaves differently when
 * measured does not settle.
 */
const maxRounds = 3;
const measureGas = 500_000n;

/**
 * Simulates the exact unsigned bytes on top of the newest block (`eth_simulateV1`, execution-apis).
 * Reads balances and permissions before and after them in the same simulated block: those
 * requested, and those that the transaction's logs mention. Prices, base fee and coinbase are real,
 * so that contracts cannot detect the simulation by them. The simulated fee is excluded from the
 * account's change.
 * @param options.on the block. Default: the endpoint's newest one
 * @param options.earlier unsigned bytes of the account that are simulated before it. Default: none
 */
export async function simulate(
  endpoint: Endpoint,
  chain: EvmChain,
  request: SimulateRequest,
  { on, earlier = [] }: { on?: Block | undefined; earlier?: readonly string[] } = {},
): Promise<SimulatedChanges> {
  const transaction = decodeUnsigned(request.unsigned.bytes);
  const sender = requireAccount(request.unsigned.account);
  const accounts = unique([sender, ...request.accounts.map(requireAccount)]);
  const tokens = unique(request.tokens.map((token) => requireTokenAddress(chain, token))).filter(
    (token) => !isAddressEqual(token, getAddress(chain.nativeToken.address)),
  );
  const inspected = unique(request.inspect.map(requireAccount));
  const block = on ?? (await readLatest(endpoint));

  const requested = requestedMeasures(chain, accounts, tokens, inspected);
  const [simulation, facts] = await Promise.all([
    simulateUntilSettled(endpoint, {
      chain,
      block,
      transaction,
      earlier: earlier.map(decodeUnsigned),
      sender,
      accounts,
      requested,
      surcharge: ofFamily(request.unsigned.fee, 'evm').surcharge ?? 0n,
    }),
    inspect(endpoint, inspected, sender, block.number),
  ]);
  return {
    balanceChanges: balanceChanges(chain, simulation, sender, accounts, tokens),
    allowanceChanges: allowanceChanges(simulation, sender, tokens),
    // Only the key controls an EVM account. A delegation (EIP-7702) has its own transaction type,
    // which Ferryman never signs.
    authorityChanges: [],
    inspected: facts,
    block: block.number,
  };
}

interface Scene {
  chain: EvmChain;
  block: Block;
  transaction: DecodedTransaction;
  earlier: readonly DecodedTransaction[];
  sender: Address;
  accounts: readonly Address[];
  requested: readonly Measure[];
  /** What clients may charge beside gas, in wei. */
  surcharge: bigint;
}

async function simulateUntilSettled(endpoint: Endpoint, scene: Scene): Promise<Simulation> {
  const measures = new Map(scene.requested.map((measure) => [measureKey(measure), measure]));
  for (let round = 1; round <= maxRounds; round++) {
    const simulation = await simulateOnce(endpoint, scene, [...measures.values()]);
    const touched = touchedMeasures(simulation.effects, scene).filter(
      (measure) => !measures.has(measureKey(measure)),
    );
    if (touched.length === 0) return simulation;
    for (const measure of touched) measures.set(measureKey(measure), measure);
    if (measures.size > maxMeasures) break;
  }
  throw new FerrymanError(
    'SIMULATION_UNREADABLE',
    'the transaction touches different accounts or tokens each time it is simulated',
  );
}

async function simulateOnce(
  endpoint: Endpoint,
  scene: Scene,
  measures: readonly Measure[],
): Promise<Simulation> {
  const { chain, block, transaction, earlier, sender, surcharge } = scene;
  const balanceReader = getAddress(bytesToHex(randomBytes(20)));
  const readings = measures.map((measure) => ({
    ...measureCall(measure, sender, balanceReader),
    gas: numberToHex(measureGas),
  }));
  const payload = {
    blockStateCalls: [
      {
        blockOverrides: nextBlock(chain, block, transaction),
        stateOverrides: { [balanceReader]: { code: balanceReaderCode } },
        calls: [
          ...earlier.map((one) => toCall(one, sender)),
          ...readings,
          toCall(transaction, sender),
          ...readings,
        ],
      },
    ],
    traceTransfers: true,
    validation: false,
  };
  const params = [payload, numberToHex(block.number)];
  const [simulated] = await endpoint.read('eth_simulateV1', params, simulatedBlocks);
  const all = simulated?.calls ?? [];
  const failed = all.slice(0, earlier.length).find(({ status }) => status !== 1n);
  if (failed) throw reverts(failed);
  const calls = all.slice(earlier.length);
  const result = calls[measures.length];
  if (!result || calls.length !== 2 * measures.length + 1) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} simulated a different number of calls than requested`,
    );
  }
  if (result.status !== 1n) throw reverts(result);
  const valueAt = (measure: Measure, call: SimulatedCall | undefined): bigint | undefined =>
    call?.status === 1n ? measuredValue(measure, call.returnData) : undefined;
  const measurements = measures.map((measure, index) => ({
    measure,
    before: valueAt(measure, calls[index]),
    after: valueAt(measure, calls[measures.length + 1 + index]),
  }));
  const effects = result.logs.flatMap((log) => parseEffect(log) ?? []);
  const maxFee = result.gasUsed * transaction.maxFeePerGas + surcharge;
  return { measurements, effects, value: transaction.value, maxFee };
}

export function reverts({ returnData, error }: SimulatedCall): FerrymanError {
  // go-ethereum reports the reason in the error, other clients in the return data.
  const reason = revertReason(error?.data ?? returnData, error?.message ?? 'no reason given');
  return new FerrymanError('TRANSACTION_REVERTS', `the transaction reverts: ${reason}`);
}

/**
 * The block that would include the transaction. Caps the base fee at the transaction's maximum:
 * nodes refuse to simulate more.
 */
export function nextBlock(
  chain: EvmChain,
  latest: Block,
  { maxFeePerGas }: Pick<DecodedTransaction, 'maxFeePerGas'>,
): Record<string, Hex> {
  const baseFee = latest.baseFeePerGas ?? 0n;
  const seconds = BigInt(Math.max(1, Math.round(chain.blockTimeMs / 1_000)));
  return {
    number: numberToHex(latest.number + 1n),
    time: numberToHex(latest.timestamp + seconds),
    feeRecipient: latest.miner,
    baseFeePerGas: numberToHex(baseFee < maxFeePerGas ? baseFee : maxFeePerGas),
  };
}

export function toCall(transaction: DecodedTransaction, from: Address): Record<string, Hex> {
  const { to, data, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const price =
    transaction.type === 'legacy'
      ? { gasPrice: numberToHex(maxFeePerGas) }
      : {
          maxFeePerGas: numberToHex(maxFeePerGas),
          maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
        };
  return {
    from,
    to,
    input: data,
    value: numberToHex(value),
    gas: numberToHex(gas),
    nonce: numberToHex(nonce),
    ...price,
  };
}

function requestedMeasures(
  chain: EvmChain,
  accounts: readonly Address[],
  tokens: readonly Address[],
  spenders: readonly Address[],
): Measure[] {
  // Wrapping and unwrapping log no transfer.
  const wrapped = chain.wrappedNative === undefined ? [] : [getAddress(chain.wrappedNative)];
  return [
    ...accounts.map((account): Measure => ({ kind: 'native', account })),
    ...unique([...tokens, ...wrapped]).flatMap((token) =>
      accounts.map((account): Measure => ({ kind: 'balance', token, account })),
    ),
    ...tokens.flatMap((token) =>
      spenders.map((spender): Measure => ({ kind: 'allowance', token, spender })),
    ),
  ];
}

function touchedMeasures(effects: readonly LoggedEffect[], { sender, accounts }: Scene): Measure[] {
  return effects.flatMap((effect): Measure[] => {
    if (effect.kind === 'native' || effect.measured === undefined) return [];
    const { token, measured } = effect;
    if (effect.kind === 'permission') {
      if (measured === 'balance' || !isAddressEqual(effect.owner, sender)) return [];
      return [{ kind: measured, token, spender: effect.spender }];
    }
    const ours = accounts.filter(
      (account) => isAddressEqual(account, effect.from) || isAddressEqual(account, effect.to),
    );
    return ours.map((account) => ({ kind: 'balance', token, account }));
  });
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)];
}
