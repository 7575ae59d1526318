import { type Address, isAddressEqual } from 'viem';
import { describeAmount } from '../../../core/amounts/amounts.ts';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import { approveCall, balanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText, requireAccount } from './accounts.ts';
import type { SimulatedCall } from './answers.ts';
import { readNativeBalance } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { readLatest } from './head.ts';
import { inspect } from './inspect.ts';
import { decodeRawData, type RawData } from './raw-data.ts';
import { type Call, readContract, simulateCall } from './simulate-call.ts';
import { otherAllowances, readAllowances, requestedAllowances } from './simulated-allowances.ts';
import { changesOf, effectsOf, type Movement, wrappedOf } from './simulated-effects.ts';
import { requireToken, unknownToken } from './token.ts';

type BalanceChange = SimulatedChanges['balanceChanges'][number];

/**
 * Simulates the call in the exact unsigned bytes on the newest state. Unlike on EVM, balances
 * cannot be read after it, because TRON's nodes simulate single calls. So the changes are those
 * that logs and call values show. A token that moves without a log is missed; a requested token
 * without a log counts as unchanged. Throws as the port describes.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: TronChain,
  request: SimulateRequest,
): Promise<SimulatedChanges> {
  const raw = decodeRawData(request.unsigned.bytes);
  const sender = requireAccount(request.unsigned.account);
  const accounts = unique([sender, ...request.accounts.map(requireAccount)]);
  const tokens = unique(
    request.tokens
      .filter((token) => !isNativeToken(chain, token))
      .map((token) => requireToken(chain, token)),
  );
  const inspected = unique(request.inspect.map(requireAccount));
  const { number: latest } = await readLatest(endpoint);

  const [simulated, before, facts] = await Promise.all([
    simulateTransaction(endpoint, chain, raw, tokens),
    readAllowances(endpoint, chain, sender, tokens, inspected),
    inspect(endpoint, inspected, sender),
    requireTokens(endpoint, chain, tokens, sender),
  ]);
  const { movements, permissions } = effectsOf(chain, simulated);
  if (raw.value > 0n)
    movements.unshift({ token: 'native', from: raw.owner, to: raw.to, amount: raw.value });
  const ownPermissions = permissions.filter(({ owner }) => isAddressEqual(owner, sender));
  return {
    balanceChanges: accounts.flatMap((account) =>
      balanceChanges(chain, movements, account, tokens),
    ),
    allowanceChanges: [
      ...requestedAllowances(before, ownPermissions, movements, sender),
      ...(await otherAllowances(endpoint, ownPermissions, before, sender)),
    ],
    // Only another transaction type, which Ferryman never signs, changes an account's permissions.
    authorityChanges: [],
    inspected: facts,
    block: latest,
  };
}

async function simulateTransaction(
  endpoint: Endpoint,
  chain: TronChain,
  raw: RawData,
  tokens: readonly Address[],
): Promise<Pick<SimulatedCall, 'logs' | 'internal_transactions'>> {
  if (raw.type === 'TransferContract') {
    const balance = await readNativeBalance(endpoint, raw.owner);
    if (balance >= raw.value) return { logs: [], internal_transactions: [] };
    const [has, sends] = [balance, raw.value].map((sun) => describeAmount(sun, chain.nativeToken));
    throw new FerrymanError('INSUFFICIENT_GAS', `the account has ${has} but sends ${sends}`);
  }
  const simulated = await simulateCall(endpoint, {
    from: raw.owner,
    to: raw.to,
    data: raw.data,
    value: raw.value,
  });
  if (simulated.logs.length === 0) await requireLogs(endpoint, chain, raw.owner, tokens);
  return simulated;
}

/**
 * Nodes omit empty lists, and old nodes return no logs of simulated calls: their answer would look
 * like a call without effects. So this simulates a call that must log, an approval of zero.
 */
export async function requireLogs(
  endpoint: Endpoint,
  chain: TronChain,
  sender: Address,
  tokens: readonly Address[],
): Promise<void> {
  for (const token of [...tokens, wrappedOf(chain) ?? []].flat()) {
    const logs = await logsOf(endpoint, {
      from: sender,
      ...approveCall(token, sender, 0n),
      value: 0n,
    });
    if (logs.length > 0) return;
  }
  throw new FerrymanError(
    'RPC_UNSUPPORTED',
    `${endpoint.host} does not return the logs of simulated calls`,
    {
      details: { host: endpoint.host },
    },
  );
}

async function logsOf(endpoint: Endpoint, call: Call): Promise<SimulatedCall['logs']> {
  try {
    return (await simulateCall(endpoint, call)).logs;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return [];
    throw error;
  }
}

/** The changes of requested tokens, even if zero, and of all others that moved. */
function balanceChanges(
  chain: TronChain,
  movements: readonly Movement[],
  account: Address,
  tokens: readonly Address[],
): BalanceChange[] {
  const changes = changesOf(movements, account);
  for (const token of ['native', ...tokens] as const)
    if (!changes.has(token)) changes.set(token, 0n);
  return [...changes].map(([token, delta]) => ({
    account: addressText(account),
    token: textOf(chain, token),
    delta,
  }));
}

function textOf(chain: TronChain, token: Movement['token']): string {
  if (token === 'native') return chain.nativeToken.address;
  return token.startsWith('TRC-10') ? token : addressText(token as Address);
}

/** A token that does not answer is not "no change". */
async function requireTokens(
  endpoint: Endpoint,
  chain: TronChain,
  tokens: readonly Address[],
  sender: Address,
): Promise<void> {
  await Promise.all(
    tokens.map(async (token) => {
      const balance = wordOf(await readContract(endpoint, balanceCall(token, sender)));
      if (balance === undefined) throw unknownToken(chain, token);
    }),
  );
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)];
}
