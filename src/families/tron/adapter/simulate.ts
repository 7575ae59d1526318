import { type Address, isAddressEqual } from 'viem';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import { approveCall, balanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText, requireAccount } from './accounts.ts';
import type { PlayedCall } from './answers.ts';
import { readNativeBalance } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { readLatest } from './head.ts';
import { inspect } from './inspect.ts';
import { type Call, playCall, readContract } from './play-call.ts';
import { changesOf, effectsOf, type Movement, wrappedOf } from './played-effects.ts';
import { decodeRawData, type RawData } from './raw-data.ts';
import { askedAllowances, otherAllowances, readAllowances } from './simulated-allowances.ts';
import { requireToken, unknownToken } from './token.ts';

type BalanceChange = SimulatedChanges['balanceChanges'][number];

/**
 * Plays the call in the exact unsigned bytes on the newest state. TRON's nodes play one call at a
 * time and keep nothing of it, so balances cannot be read after it as on EVM: what it would change
 * is what its logs say and what its calls carry. A token that moves without a log is not seen; one
 * that is asked for and shows nothing has not changed. Throws as the port says.
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

  const [played, before, facts] = await Promise.all([
    play(endpoint, chain, raw, tokens),
    readAllowances(endpoint, chain, sender, tokens, inspected),
    inspect(endpoint, inspected, sender),
    requireTokens(endpoint, chain, tokens, sender),
  ]);
  const { movements, permissions } = effectsOf(chain, played);
  if (raw.value > 0n)
    movements.unshift({ token: 'native', from: raw.owner, to: raw.to, amount: raw.value });
  const own = permissions.filter(({ owner }) => isAddressEqual(owner, sender));
  return {
    balanceChanges: accounts.flatMap((account) =>
      balanceChanges(chain, movements, account, tokens),
    ),
    allowanceChanges: [
      ...askedAllowances(before, own, movements, sender),
      ...(await otherAllowances(endpoint, own, before, sender)),
    ],
    // Only a transaction of another type, which is never signed, changes the permissions of an
    // account.
    authorityChanges: [],
    inspected: facts,
    block: latest,
  };
}

async function play(
  endpoint: Endpoint,
  chain: TronChain,
  raw: RawData,
  tokens: readonly Address[],
): Promise<Pick<PlayedCall, 'logs' | 'internal_transactions'>> {
  if (raw.type === 'TransferContract') {
    const balance = await readNativeBalance(endpoint, raw.owner);
    if (balance >= raw.value) return { logs: [], internal_transactions: [] };
    throw new FerrymanError(
      'INSUFFICIENT_GAS',
      `the account has ${balance} sun, and sends ${raw.value}`,
    );
  }
  const played = await playCall(endpoint, {
    from: raw.owner,
    to: raw.to,
    data: raw.data,
    value: raw.value,
  });
  if (played.logs.length === 0) await requireLogs(endpoint, chain, raw.owner, tokens);
  return played;
}

/**
 * Nodes leave out what is empty, and old ones tell no logs of played calls at all: silence would
 * look like a call that does nothing. So a call that has to log is played then: an approval of
 * nothing.
 */
async function requireLogs(
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
    `${endpoint.host} does not tell the logs of calls that it plays`,
    {
      details: { host: endpoint.host },
    },
  );
}

async function logsOf(endpoint: Endpoint, call: Call): Promise<PlayedCall['logs']> {
  try {
    return (await playCall(endpoint, call)).logs;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return [];
    throw error;
  }
}

/** What was asked for even where it stays the same, and whatever else moved. */
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

/** Silence is not "no change". */
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
