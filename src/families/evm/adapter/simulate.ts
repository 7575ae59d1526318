import { randomBytes } from 'node:crypto';
import { type Address, bytesToHex, getAddress, type Hex, isAddressEqual, numberToHex } from 'viem';
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
import { allowanceChanges, balanceChanges, type Played } from './simulated-changes.ts';
import { requireTokenAddress } from './token.ts';
import { type DecodedTransaction, decodeUnsigned } from './unsigned-bytes.ts';

/** A transaction that reaches for more than this is not judged, whatever it does. */
const maxMeasures = 200;
/**
 * Each round measures what the one before was seen to touch; behaviour that depends on being
 * measured does not settle.
 */
const maxRounds = 3;
const measureGas = 500_000n;

/**
 * Plays the exact unsigned bytes on top of the newest block (`eth_simulateV1`, execution-apis) and
 * reads balances and permissions before and after them within the same simulated block. What is
 * read: whatever was asked for, and whatever the transaction's own logs point at. Prices, base fee
 * and coinbase are the real ones, so that contracts cannot tell this from the real thing by looking
 * at them; the fee that is charged for it is kept out of the account's change.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: EvmChain,
  request: SimulateRequest,
): Promise<SimulatedChanges> {
  const transaction = decodeUnsigned(request.unsigned.bytes);
  const sender = requireAccount(request.unsigned.account);
  const accounts = unique([sender, ...request.accounts.map(requireAccount)]);
  const tokens = unique(request.tokens.map((token) => requireTokenAddress(chain, token))).filter(
    (token) => !isAddressEqual(token, getAddress(chain.nativeToken.address)),
  );
  const inspected = unique(request.inspect.map(requireAccount));
  const block = await readLatest(endpoint);

  const asked = askedMeasures(chain, accounts, tokens, inspected);
  const [played, facts] = await Promise.all([
    playUntilSettled(endpoint, { chain, block, transaction, sender, accounts, asked }),
    inspect(endpoint, inspected, sender, block.number),
  ]);
  return {
    balanceChanges: balanceChanges(chain, played, sender, accounts, tokens),
    allowanceChanges: allowanceChanges(played, sender, tokens),
    // Whoever may dispose of an EVM account is who has its key; a delegation is a transaction type
    // that is never signed.
    authorityChanges: [],
    inspected: facts,
    block: block.number,
  };
}

interface Scene {
  chain: EvmChain;
  block: Block;
  transaction: DecodedTransaction;
  sender: Address;
  accounts: readonly Address[];
  asked: readonly Measure[];
}

async function playUntilSettled(endpoint: Endpoint, scene: Scene): Promise<Played> {
  const measures = new Map(scene.asked.map((measure) => [measureKey(measure), measure]));
  for (let round = 1; round <= maxRounds; round++) {
    const played = await play(endpoint, scene, [...measures.values()]);
    const touched = touchedMeasures(played.effects, scene).filter(
      (measure) => !measures.has(measureKey(measure)),
    );
    if (touched.length === 0) return played;
    for (const measure of touched) measures.set(measureKey(measure), measure);
    if (measures.size > maxMeasures) break;
  }
  throw new FerrymanError(
    'SIMULATION_UNREADABLE',
    'the transaction touches more, or other, things each time it is simulated',
  );
}

async function play(
  endpoint: Endpoint,
  scene: Scene,
  measures: readonly Measure[],
): Promise<Played> {
  const { chain, block, transaction, sender } = scene;
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
        calls: [...readings, toCall(transaction, sender), ...readings],
      },
    ],
    traceTransfers: true,
    validation: false,
  };
  const params = [payload, numberToHex(block.number)];
  const [simulated] = await endpoint.read('eth_simulateV1', params, simulatedBlocks);
  const calls = simulated?.calls ?? [];
  const result = calls[measures.length];
  if (!result || calls.length !== 2 * measures.length + 1) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} simulated another number of calls than asked`,
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
  const maxFee = result.gasUsed * transaction.maxFeePerGas;
  return { measurements, effects, value: transaction.value, maxFee };
}

function reverts({ returnData, error }: SimulatedCall): FerrymanError {
  // Clients differ in where the reason is: go-ethereum has it in the error, others in the answer.
  const reason = revertReason(error?.data ?? returnData, error?.message ?? 'no reason given');
  return new FerrymanError('TRANSACTION_REVERTS', `the transaction reverts: ${reason}`);
}

/**
 * The block that the transaction would be in. The base fee is never above the maximum, which nodes
 * refuse to simulate.
 */
function nextBlock(
  chain: EvmChain,
  latest: Block,
  { maxFeePerGas }: DecodedTransaction,
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

function toCall(transaction: DecodedTransaction, from: Address): Record<string, Hex> {
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

function askedMeasures(
  chain: EvmChain,
  accounts: readonly Address[],
  tokens: readonly Address[],
  spenders: readonly Address[],
): Measure[] {
  // Wrapping and unwrapping leave no transfer in the logs.
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
