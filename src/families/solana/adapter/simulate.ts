import { describeAmount } from '../../../core/amounts/amounts.ts';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { maximumFee } from '../../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type {
  InspectedAddress,
  SimulatedChanges,
  SimulateRequest,
} from '../../../ports/chain-adapter.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { type Account, type Simulation, simulation } from './answers.ts';
import { feeOf } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { innerCalls } from './inner-calls.ts';
import { loadedAddresses, readLookupTables } from './lookup-tables.ts';
import { simulationFailure } from './map-error.ts';
import { type AccountsAtSlot, readAccounts } from './read-accounts.ts';
import { requireAccount } from './require-account.ts';
import {
  allowanceChanges,
  authorityChanges,
  balanceChanges,
  concerns,
  type SimulatedAccounts,
} from './simulated-changes.ts';
import { requireMint, requireMintAddress } from './token.ts';
import { parseMint, parseTokenAccount, transferFeeBps } from './token-layouts.ts';
import { readOwnBytes, type WireMessage } from './wire-transaction.ts';

/** Simulations until the accounts stay the same around one. */
const maxRounds = 4;

/**
 * Simulates the exact unsigned bytes on the newest confirmed state, and compares the writable
 * accounts with their previous state. Other accounts cannot change. A separate request reads the
 * previous state. If the slot has advanced since, the accounts are read again after the simulation
 * and must be unchanged.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: SolanaChain,
  request: SimulateRequest,
): Promise<SimulatedChanges> {
  const { message } = readOwnBytes(request.unsigned.bytes);
  const sender = requireAccount(request.unsigned.account);
  const owners = [...new Set([sender, ...request.accounts.map(requireAccount)])];
  const tokens = request.tokens.filter((token) => !isNativeToken(chain, token));
  const mints = [...new Set(tokens.map((token) => requireMintAddress(chain, token)))];
  const lookupTables = await readLookupTables(endpoint, message);
  const loaded = loadedAddresses(endpoint, message, lookupTables);
  const writable = [...new Set([...writableKeys(message), ...loaded.writable])];
  const scene: Scene = {
    bytes: request.unsigned.bytes,
    coin: chain.nativeToken,
    message,
    writable,
    others: [...owners, ...mints, ...request.inspect],
    owners,
  };
  const { simulated, value } = await simulateUntilSettled(
    endpoint,
    scene,
    maximumFee(feeOf(message)),
  );
  const mintsOf = mints.map(
    (mint) => [mint, requireMint(chain, mint, simulated.before.get(mint))] as const,
  );
  return {
    balanceChanges: balanceChanges(simulated, {
      sender,
      owners,
      native: chain.nativeToken.address,
      tokens: mints,
    }),
    allowanceChanges: allowanceChanges(simulated, {
      sender,
      tokens: mints,
      spenders: request.inspect,
    }),
    authorityChanges: authorityChanges(simulated, sender),
    inspected: new Map(
      [...owners, ...request.inspect].map((address) => [
        address,
        inspect(simulated.before.get(address)),
      ]),
    ),
    solana: {
      lookupTables,
      innerCalls: innerCalls(
        [...message.keys, ...loaded.writable, ...loaded.readonly],
        value.innerInstructions,
      ),
      mints: new Map(
        mintsOf.map(([address, mint]) => [
          address,
          {
            extensions: mint.extensions.map(({ type }) => type),
            transferFeeBps: transferFeeBps(mint),
          },
        ]),
      ),
    },
    block: simulated.slot,
  };
}

/** What hosts must agree on beside the changes: what the programs of the transaction are given. */
export function solanaFacts({ solana }: SimulatedChanges): string[] {
  if (!solana) return [];
  return [
    ...[...solana.lookupTables].map(
      ([table, { addresses, isActive, canGrow }]) =>
        `table ${table}${isActive ? '' : ', which closes'}${canGrow ? ', which may grow' : ''}: ${addresses.join()}`,
    ),
    // Nodes describe calls in different ways.
    ...solana.innerCalls.map(({ program }) => `calls ${program}`),
    ...[...solana.mints].map(
      ([mint, { extensions, transferFeeBps }]) =>
        `mint ${mint} has extensions ${extensions.join()} and a fee of ${transferFeeBps} bps`,
    ),
  ];
}

interface Scene {
  bytes: string;
  coin: SolanaChain['nativeToken'];
  /** The message in the bytes. */
  message: WireMessage;
  writable: readonly string[];
  /** Accounts to read in addition to the writable ones. */
  others: readonly string[];
  /** The owners whose accounts must not change during the simulation. */
  owners: readonly string[];
}

async function simulateUntilSettled(
  endpoint: Endpoint,
  scene: Scene,
  fee: bigint,
): Promise<{ simulated: SimulatedAccounts; value: Simulation['value'] }> {
  const read = (): Promise<AccountsAtSlot> =>
    readAccounts(endpoint, [...scene.writable, ...scene.others]);
  let before = await read();
  for (let round = 0; round < maxRounds; round++) {
    const { context, value } = await simulateOnce(endpoint, scene, before.slot);
    if (value.fee !== null && value.fee !== undefined && value.fee !== fee) {
      const [charged, expected] = [value.fee, fee].map((paid) => describeAmount(paid, scene.coin));
      throw new FerrymanError(
        'SIMULATION_UNREADABLE',
        `the simulation charges a fee of ${charged} instead of ${expected}`,
      );
    }
    const after = new Map(
      scene.writable.map((address, index) => [address, living(value.accounts?.[index])]),
    );
    const simulated = { slot: context.slot, before: before.accounts, after, fee };
    if (context.slot === before.slot) return { simulated, value };
    const again = await read();
    if (isSettled(scene, before.accounts, again.accounts)) return { simulated, value };
    before = again;
  }
  throw new FerrymanError(
    'SIMULATION_UNSETTLED',
    'the accounts change faster than the transaction can be simulated',
  );
}

/** Some nodes report a closed account as an empty one. */
function living(account: Account | null | undefined): Account | undefined {
  return account && account.lamports > 0n ? account : undefined;
}

async function simulateOnce(
  endpoint: Endpoint,
  { bytes, message, writable }: Scene,
  minContextSlot: bigint,
): Promise<Simulation> {
  const wire = Buffer.from(bytes.slice(2), 'hex').toString('base64');
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: false,
    innerInstructions: true,
    minContextSlot: Number(minContextSlot),
    accounts: { encoding: 'base64', addresses: writable },
  };
  const answer = await endpoint.read('simulateTransaction', [wire, options], simulation);
  const { value } = answer;
  if (value.err !== null) throw simulationFailure(value.err, value.logs, message);
  if (value.accounts?.length !== writable.length || !Array.isArray(value.innerInstructions)) {
    throw new FerrymanError(
      'RPC_UNSUPPORTED',
      `${endpoint.host} does not report the changes of a simulated transaction`,
    );
  }
  return answer;
}

type AccountMap = ReadonlyMap<string, Account | undefined>;

function isSettled({ owners, writable }: Scene, before: AccountMap, again: AccountMap): boolean {
  return writable.every((address) => {
    const [one, other] = [before.get(address), again.get(address)];
    if (!owners.some((owner) => concerns(owner, address, one) || concerns(owner, address, other)))
      return true;
    if (one === undefined || other === undefined) return one === other;
    return (
      one.lamports === other.lamports &&
      one.owner === other.owner &&
      Buffer.from(one.data).equals(other.data)
    );
  });
}

/** The header counts the signers, and the readonly keys at the end of each group. */
function writableKeys({ keys, header }: WireMessage): string[] {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header;
  return keys.filter((_, index) =>
    index < numRequiredSignatures
      ? index < numRequiredSignatures - numReadonlySignedAccounts
      : index < keys.length - numReadonlyUnsignedAccounts,
  );
}

/** `isToken` for a mint or a token account. Neither can own tokens. */
function inspect(account: Account | undefined): InspectedAddress {
  const isToken = parseMint(account) !== undefined || parseTokenAccount(account) !== undefined;
  return { hasCode: account?.executable ?? false, isToken };
}
